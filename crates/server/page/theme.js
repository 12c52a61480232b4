// Light or dark, before the first paint: the stored choice, or else the system's.
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
})();
