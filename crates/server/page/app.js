// The shell of the page: which part is shown for which address, the theme, and the keys that work everywhere.

import { el, put, memory, announce, sentence } from './kit.js';

export * from './kit.js';

// The parts are loaded when they are first shown. Each has `show(main, {parts, query})`, which may give back what is to
// be done when the part is left.
const PARTS = [
  { path: /^\/$/, file: './lobby.js', nav: 'play', title: 'Play' },
  { path: /^\/r\/([\w-]+)$/, file: './room.js', nav: 'play', title: 'Game' },
  { path: /^\/study(?:\/([\w-]+))?$/, file: './study.js', nav: 'study', title: 'Study', style: 'study.css' },
  { path: /^\/review(?:\/([\w-]+))?$/, file: './review.js', nav: 'study', title: 'Review', style: 'study.css' },
  { path: /^\/rules(?:\/([\w-]+))?$/, file: './rules.js', nav: 'rules', title: 'Rules', style: 'study.css' },
];

let leave = null;
let ownKeys = null;
let turnOfPage = 0;

/** Loads a style sheet once, and waits for it. */
export function useStyle(name) {
  const href = `/assets/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = el('link', { rel: 'stylesheet', href, on: { load: done, error: done } });
    document.head.append(link);
  });
}

/** Says in the window's title where one is. */
export function title(text) {
  const wanted = text ? `${text} · numberline` : 'numberline';
  if (document.title !== wanted) document.title = wanted;
}

/** Goes to another address of this page, without loading it again. */
export function go(address, { replace = false } = {}) {
  const to = new URL(address, location.href);
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  return route();
}

async function route() {
  const mine = ++turnOfPage;
  const main = document.getElementById('main');
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  const part = PARTS.find((candidate) => candidate.path.test(path));
  leave?.();
  leave = null;
  ownKeys = null;
  for (const link of document.querySelectorAll('[data-nav]')) {
    if (part?.nav === link.dataset.nav) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  title(part?.title);
  if (!part) {
    put(main, nothingHere('There is nothing at this address.'));
    return;
  }
  try {
    const [module] = await Promise.all([import(part.file), part.style && useStyle(part.style)]);
    if (mine !== turnOfPage) return;
    // Each part has a place of its own, so that one that comes too late writes over nothing.
    const place = el('div');
    put(main, place);
    scrollTo(0, 0);
    if (mine > 1) main.focus({ preventScroll: true });
    const [, ...parts] = part.path.exec(path);
    const left = await module.show(place, { parts, query: new URLSearchParams(location.search) });
    if (mine === turnOfPage) leave = left ?? null;
    else left?.();
  } catch (error) {
    if (mine !== turnOfPage) return;
    if (error.status === undefined) console.error(error);
    put(main, nothingHere(error.status === undefined ? 'This part of the page could not be loaded.' : error.message));
  }
}

/** A page that says what went wrong, and where to go from here. */
export function nothingHere(text) {
  announce(text);
  return el('section', { class: 'nothing', data: { testid: 'problem' } },
    el('h1', { text: sentence(text) }),
    el('p', {}, el('a', { href: '/', class: 'button main', text: 'Choose a game' })));
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (to.pathname.startsWith('/api/') || to.pathname.startsWith('/assets/')) return;
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(to);
});
addEventListener('popstate', route);

const themeButton = document.getElementById('theme');
function themeLabel() {
  const dark = document.documentElement.dataset.theme === 'dark';
  themeButton.textContent = dark ? '☾' : '☀';
  themeButton.setAttribute('aria-label', dark ? 'Dark; change to light' : 'Light; change to dark');
  themeButton.title = dark ? 'Change to light' : 'Change to dark';
}
themeButton.addEventListener('click', () => {
  const wanted = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  // Whoever chooses what the system has follows the system again.
  memory.set('theme', wanted === system ? null : wanted);
  document.documentElement.dataset.theme = wanted;
  dispatchEvent(new Event('numberline-theme'));
  themeLabel();
});
new MutationObserver(themeLabel).observe(document.documentElement, { attributeFilter: ['data-theme'] });
themeLabel();

const KEYS = [
  ['← →  ↑ ↓', 'go along the number line, or along your cards'],
  ['Enter, Space', 'play what you point at'],
  ['Shift ← →', 'point at several neighbours at once'],
  ['0–9  + −', 'type a move, such as 5 6 or 2 right; Enter plays it'],
  ['Esc', 'think again'],
  ['h', 'a hint, where hints are fair'],
  ['?', 'these keys'],
];

/** Lets `?` show the keys of the part that is shown, until it is left. */
export function useKeys(keys) {
  ownKeys = keys;
}

export function showKeys() {
  if (document.querySelector('dialog[open]')) return;
  const dialog = el('dialog', { class: 'sheet', 'aria-label': 'Keys', data: { testid: 'keys-dialog' } },
    el('h2', { text: 'Keys' }),
    el('dl', { class: 'keys' }, (ownKeys ?? KEYS).map(([key, what]) => [el('dt', {}, el('kbd', { text: key })), el('dd', { text: what })])),
    el('form', { method: 'dialog', class: 'row end' }, el('button', { class: 'main', text: 'Close' })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
document.getElementById('keys').addEventListener('click', showKeys);
addEventListener('keydown', (event) => {
  const typing = event.target.matches?.('input, textarea, select');
  if (event.key === '?' && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    showKeys();
  }
});

route();
