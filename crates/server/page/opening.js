// A room that was asked for and not answered yet. This window remembers it, so that whoever asks for the same once more,
// also after the page was loaded again, asks with the same key and gets the room that there may be already.

import { randomId, visit } from './kit.js';

/**
 * What a person wants, before any lots are drawn.
 * @import { Opening, TimeControl } from '../page-types/wire.js'
 * @typedef {object} Wish
 * @property {string} game
 * @property {string[]} set
 * @property {string | null} opponent a computer, or nobody yet
 * @property {number} rounds
 * @property {boolean} bestOf
 * @property {string} seats
 * @property {string} [position]
 * @property {string} [first]
 * @property {TimeControl} [time]
 * @property {boolean} listed
 * @property {string} name
 * @property {number | 'any'} seat
 *
 * @typedef {{ asked: string, seat?: string, presets: [string, string][], opened: boolean }} Form what was typed
 * @typedef {{ wish: Wish, form: Form, body: Opening }} Left
 */

const NAME = 'opening';
// A window that keeps nothing remembers it at least until the page is loaded again.
let left = kept();

/**
 * What to send for a wish: what was sent for the same one before, if that had no answer.
 * @param {Wish} wish
 * @param {Form} form
 */
export function bodyFor(wish, form) {
  return left && JSON.stringify(left.wish) === JSON.stringify(wish) ? left.body : freshBody(wish, form);
}

/**
 * What to send for a wish, with a key and lots of its own.
 * @param {Wish} wish
 * @param {Form} form what was typed, to be there again
 */
export function freshBody(wish, form) {
  left = { wish, form, body: { ...drawn(wish), key: randomId() } };
  visit.set(NAME, JSON.stringify(left));
  return left.body;
}

/**
 * What was typed for a room of a game that had no answer, at the same address of the lobby.
 * @param {string} game
 * @param {URLSearchParams} asked
 */
export function formFor(game, asked) {
  return left?.wish.game === game && left.form.asked === String(asked) ? left.form : null;
}

/** There was an answer. */
export function forget() {
  left = null;
  visit.set(NAME, null);
}

/** @returns {Left | null} */
function kept() {
  try {
    return JSON.parse(visit.get(NAME) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * A wish in the words of the server: what is left to chance is drawn.
 * @param {Wish} wish
 */
function drawn({ opponent, first, seat, ...rest }) {
  const lot = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 1) + 1;
  const players = ['human', 'human'];
  const mine = opponent && seat === 'any' ? lot() : seat;
  if (opponent) players[2 - Number(mine)] = opponent;
  return { ...rest, players, seat: mine, ...(first ? { first: first === 'toss' ? lot() : Number(first) } : {}) };
}
