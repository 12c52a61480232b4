// The shell of the page: routing, the theme, and the global keys.

import { inField } from './keys.js';
import { announce, ApiError, button, byId, el, memory, put, sentence, sheet, visit } from './kit.js';
import { parts } from './later.js';
import { show as lobby } from './lobby.js';
import { go, shown, title, useKeys, wayBack } from './nav.js';
import { showOptions } from './options.js';
import { countDown, tryingIn, waitAfter } from './patience.js';
import { show as room } from './room.js';

/** @import { Asked, Leave } from '../page-types/wire.js' */

/**
 * Shows a part that is not in the first script.
 * @param {keyof typeof import('./parts.js').PARTS} name
 * @returns {(main: HTMLElement, asked: Asked) => Promise<Leave>}
 */
const other = (name) => async (main, asked) => (await parts()).PARTS[name](main, asked);

const PARTS = [{ path: /^\/$/, show: lobby, nav: 'play', title: 'Play' }, { path: /^\/r\/([\w-]+)$/, show: room,
  nav: 'play', title: 'Game' }, { path: /^\/study(?:\/([\w-]+))?$/, show: other('study'), nav: 'study', title: 'Study',
  back: true }, { path: /^\/review(?:\/([\w-]+))?$/, show: other('review'), nav: 'study', title: 'Review', back: true },
  { path: /^\/learn(?:\/([\w-]+))?(?:\/([\w-]+))?$/, show: other('learn'), nav: 'learn', title: 'Learn' }, {
  path: /^\/puzzles(?:\/([\w-]+))?$/,
  show: other('puzzles'),
  nav: 'learn',
  title: 'Puzzles',
}, { path: /^\/drill$/, show: other('drill'), nav: 'learn', title: 'Drills' }, { path: /^\/progress$/,
  show: other('progress'), nav: 'learn', title: 'My progress' }, { path: /^\/rules(?:\/([\w-]+))?$/,
  show: other('rules'), nav: 'rules', title: 'Rules', back: true }];

/** When the script for opening without a network is fetched, after everything else. */
const LATER = 2500;

/** @type {Leave} Called when the current part is left. */
let leave;
let turnOfPage = 0;
let failures = 0;
let stopRetry = () => {};

async function route() {
  const mine = ++turnOfPage;
  const main = byId('main');
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  const part = PARTS.find((candidate) => candidate.path.test(path));
  stopRetry();
  leave?.();
  leave = undefined;
  useKeys();
  const game = part?.back ? visit.get('room') : null;
  wayBack(game ? `/r/${game}` : null, '← Back to the game');
  for (const link of document.querySelectorAll('[data-nav]')) {
    if (part?.nav === link.getAttribute('data-nav')) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  title(part?.title);
  if (!part) return put(main, nothingHere('There is nothing at this address.'));
  try {
    // Each part has its own container, so that one that loads late overwrites nothing.
    const place = el('div.part');
    put(main, place);
    scrollTo(0, 0);
    if (mine > 1) main.focus({ preventScroll: true });
    const named = part.path.exec(path)?.slice(1) ?? [];
    const left = await part.show(place, { parts: named, query: new URLSearchParams(location.search) });
    failures = 0;
    if (mine === turnOfPage) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== turnOfPage) return;
    const known = error instanceof ApiError;
    if (!known) console.error(error);
    const text = known ? error.message : 'This part of the page could not be loaded.';
    put(main, nothingHere(text, known && error.passes));
  }
}

/**
 * A page that says what went wrong, with a link to the start. What may pass is tried again: by itself, when the device is
 * back online, or at once with a button.
 * @param {string} text
 * @param {boolean} passing
 */
function nothingHere(text, passing = false) {
  announce(text);
  const when = el('p.faint', { testid: 'retry' });
  if (passing) {
    const wait = Math.max(1000, waitAfter(failures));
    failures += 1;
    const stopCounting = countDown(wait, (seconds) => {
      when.textContent = tryingIn(seconds);
    });
    const timer = setTimeout(route, wait);
    addEventListener('online', route);
    stopRetry = () => {
      stopCounting();
      clearTimeout(timer);
      removeEventListener('online', route);
      stopRetry = () => {};
    };
  }
  return el('section.nothing', { testid: 'problem' }, el('h1', { text: sentence(text) }), passing ? when : null,
    el('p.row', {}, passing ? button('Try again now', 'try-again', route, { class: 'main' }) : null,
      el('a', { href: '/', class: passing ? 'button' : 'button main', text: 'Choose a game' })));
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
  const list = shown.keys.map(([key, what]) => [el('dt', {}, el('kbd', { text: key })), el('dd', { text: what })]);
  sheet('Keys', 'keys-dialog', '', [el('h2', { text: 'Keys' }), el('dl.keys', {}, list)],
    el('button.main', { text: 'Close' }));
}
byId('keys').addEventListener('click', showKeys);
byId('options').addEventListener('click', showOptions);
addEventListener('keydown', (event) => {
  if (event.key === '?' && !inField(event) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    showKeys();
  }
});

shown.route = route;
route();

// The page then also opens without a network. Private windows may refuse.
if ('serviceWorker' in navigator) {
  // It can wait until what the player came for is there.
  addEventListener('load', () =>
    setTimeout(() => navigator.serviceWorker.register('/worker.js').catch(() => {}), LATER));
}
