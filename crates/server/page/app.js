// The shell of the page: routing, the theme, and the global keys.

import { inField } from './keys.js';
import { announce, ApiError, byId, el, memory, put, sentence, sheet } from './kit.js';

/**
 * @import { KeyRow } from './keys.js'
 * @import { Asked, Leave } from '../page-types/wire.js'
 * @typedef {{ show(main: Element, asked: Asked): Promise<Leave> }} Part
 */

// Each part is loaded when it is first shown.
const PARTS = [{ path: /^\/$/, file: './lobby.js', nav: 'play', title: 'Play', style: 'lobby.css' }, {
  path: /^\/r\/([\w-]+)$/,
  file: './room.js',
  nav: 'play',
  title: 'Game',
  style: 'room.css',
}, { path: /^\/study(?:\/([\w-]+))?$/, file: './study.js', nav: 'study', title: 'Study', style: 'study.css' }, {
  path: /^\/review(?:\/([\w-]+))?$/,
  file: './review.js',
  nav: 'study',
  title: 'Review',
  style: 'study.css',
}, { path: /^\/rules(?:\/([\w-]+))?$/, file: './rules.js', nav: 'rules', title: 'Rules', style: 'study.css' }];

/** @type {KeyRow[]} */
const KEYS = [['Tab', 'the next choice on the page'], ['Enter, Space', 'choose it'], ['?', 'show these keys']];

/** @type {Leave} Called when the current part is left. */
let leave;
/** @type {KeyRow[]} */
let keys = KEYS;
let turnOfPage = 0;

/**
 * Loads a style sheet once, and waits for it.
 * @param {string} name
 */
function useStyle(name) {
  const href = `/assets/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    document.head.append(el('link', { rel: 'stylesheet', href, on: { load: done, error: done } }));
  });
}

/**
 * Sets the window's title.
 * @param {string} [text]
 */
export function title(text) {
  const wanted = text ? `${text} · numberline` : 'numberline';
  if (document.title !== wanted) document.title = wanted;
}

/**
 * Lets `?` show the keys of the current part, until it is left.
 * @param {KeyRow[]} own
 */
export function useKeys(own) {
  keys = own;
}

/**
 * Goes to another URL of this page, without reloading it.
 * @param {string | URL} address
 */
export function go(address) {
  history.pushState(null, '', new URL(address, location.href));
  return route();
}

async function route() {
  const mine = ++turnOfPage;
  const main = byId('main');
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  const part = PARTS.find((candidate) => candidate.path.test(path));
  leave?.();
  leave = undefined;
  keys = KEYS;
  for (const link of document.querySelectorAll('[data-nav]')) {
    if (part?.nav === link.getAttribute('data-nav')) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  title(part?.title);
  if (!part) return put(main, nothingHere('There is nothing at this address.'));
  try {
    /** @type {[Part, unknown]} */
    const [module] = await Promise.all([import(part.file), useStyle(part.style)]);
    if (mine !== turnOfPage) return;
    // Each part has its own container, so that one that loads late overwrites nothing.
    const place = el('div');
    put(main, place);
    scrollTo(0, 0);
    if (mine > 1) main.focus({ preventScroll: true });
    const parts = part.path.exec(path)?.slice(1) ?? [];
    const left = await module.show(place, { parts, query: new URLSearchParams(location.search) });
    if (mine === turnOfPage) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== turnOfPage) return;
    const known = error instanceof ApiError;
    if (!known) console.error(error);
    put(main, nothingHere(known ? error.message : 'This part of the page could not be loaded.'));
  }
}

/**
 * A page that says what went wrong, with a link to the start.
 * @param {string} text
 */
function nothingHere(text) {
  announce(text);
  return el('section.nothing', { testid: 'problem' }, el('h1', { text: sentence(text) }),
    el('p', {}, el('a', { href: '/', class: 'button main', text: 'Choose a game' })));
}

document.addEventListener('click', (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (to.pathname.startsWith('/api/') || to.pathname.startsWith('/assets/')) return;
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(to);
});
addEventListener('popstate', route);

const themeButton = byId('theme');
function themeLabel() {
  const dark = document.documentElement.dataset.theme === 'dark';
  themeButton.textContent = dark ? '☾' : '☀';
  themeButton.setAttribute('aria-label', dark ? 'Dark; change to light' : 'Light; change to dark');
  themeButton.title = dark ? 'Change to light' : 'Change to dark';
}
themeButton.addEventListener('click', () => {
  const wanted = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  // Choosing the system's theme follows the system again.
  memory.set('theme', wanted === system ? null : wanted);
  dispatchEvent(new Event('numberline-theme'));
});
new MutationObserver(themeLabel).observe(document.documentElement, { attributeFilter: ['data-theme'] });
themeLabel();

function showKeys() {
  if (document.querySelector('dialog[open]')) return;
  const list = keys.map(([key, what]) => [el('dt', {}, el('kbd', { text: key })), el('dd', { text: what })]);
  sheet('Keys', 'keys-dialog', '', [el('h2', { text: 'Keys' }), el('dl.keys', {}, list)],
    el('button.main', { text: 'Close' }));
}
byId('keys').addEventListener('click', showKeys);
addEventListener('keydown', (event) => {
  if (event.key === '?' && !inField(event) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    showKeys();
  }
});

route();
