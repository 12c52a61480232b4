// Moving around the page: its title, the keys of the part that is shown, and going elsewhere without loading the page
// again. `app.js` decides what an address shows.

import { byId } from './kit.js';

/** @import { KeyRow } from './keys.js' */

/** @type {KeyRow[]} */
const KEYS = [['Tab', 'the next choice on the page'], ['Enter, Space', 'choose it'], ['?', 'show these keys']];

/** What is shown now, and who shows something else. */
export const shown = { keys: KEYS, route: async () => {} };

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
 * @param {KeyRow[]} [own]
 */
export function useKeys(own = KEYS) {
  shown.keys = own;
}

/**
 * Goes to another URL of this page, without reloading it.
 * @param {string | URL} address
 */
export function go(address) {
  history.pushState(null, '', new URL(address, location.href));
  return shown.route();
}

/**
 * A link in the header back to something, such as the game that was left for its rules; null removes it.
 * @param {string | null} address
 * @param {string} text
 */
export function wayBack(address, text = '') {
  const link = byId('back');
  link.hidden = address === null;
  if (address) link.setAttribute('href', address);
  link.textContent = text;
}
