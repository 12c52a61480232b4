// Runs before anything is painted: light or dark, and a second try for files that did not arrive.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('numberline.theme');
    } catch {
      return null;
    }
  };
  const apply = () => {
    const theme = chosen() ?? (system.matches ? 'dark' : 'light');
    root.dataset.theme = theme;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme === 'dark' ? '#14171d' : '#faf8f3');
  };
  apply();
  system.addEventListener('change', apply);
  // A choice in another tab applies here, too.
  addEventListener('storage', apply);
  addEventListener('numberline-theme', apply);

  // A style sheet or script that failed is asked for again: after a while, when the device is back online, or at once
  // with a button. After an update of the server the old names are gone, so the page itself is loaded again then.
  let failures = 0;
  let wait = 0;
  /** @type {(HTMLScriptElement | HTMLLinkElement)[]} */
  let lost = [];
  const again = () => {
    clearTimeout(wait);
    const files = lost;
    lost = [];
    document.getElementById('boot-problem')?.remove();
    if (failures > 3 && navigator.onLine !== false) return location.reload();
    for (const file of files) {
      const copy = document.createElement(file.localName);
      for (const { name, value } of file.attributes) copy.setAttribute(name, value);
      file.replaceWith(copy);
    }
  };
  const tell = () => {
    const main = document.getElementById('main');
    if (!main || document.getElementById('boot-problem')) return;
    const box = document.createElement('div');
    box.id = 'boot-problem';
    box.setAttribute('role', 'alert');
    box.dataset.testid = 'boot-problem';
    const button = document.createElement('button');
    button.textContent = 'Try again now';
    button.dataset.testid = 'try-again';
    button.addEventListener('click', again);
    box.append('The page could not be loaded completely. It tries again by itself. ', button);
    main.before(box);
  };
  addEventListener('error', ({ target }) => {
    const file = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement ? target : null;
    if (!file || (file instanceof HTMLLinkElement && file.rel !== 'stylesheet')) return;
    lost.push(file);
    failures += 1;
    clearTimeout(wait);
    wait = setTimeout(again, Math.min(20_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
    if (document.body) tell();
    else addEventListener('DOMContentLoaded', tell, { once: true });
  }, true);
  addEventListener('online', () => lost.length && again());
})();
