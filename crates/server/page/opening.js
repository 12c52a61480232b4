// A room request without an answer yet. This window stores it, so that a repeated request, even after a reload, sends
// the same key and gets the room that may already exist.

import { randomId, visit } from './kit.js';

/**
 * The player's request, before anything random is decided.
 * @import { Opening, TimeControl } from '../page-types/wire.js'
 * @typedef {object} Wish
 * @property {string} game
 * @property {string[]} set
 * @property {string | null} opponent a computer, or null for a person
 * @property {number} rounds
 * @property {boolean} bestOf
 * @property {string} seats
 * @property {string} [position]
 * @property {string} [first]
 * @property {TimeControl} [time]
 * @property {boolean} listed
 * @property {string} [name]
 * @property {number | 'any'} seat
 *
 * @typedef {{ asked: string, seat?: string, presets: [string, string][], opened: boolean }} Form what was typed
 * @typedef {{ wish: Wish, form: Form, body: Opening }} Left
 */

const NAME = 'opening';
// A window without storage remembers it at least until a reload.
let left = kept();

/**
 * The request body: the one sent before for the same wish, if that had no answer.
 * @param {Wish} wish
 * @param {Form} form
 */
export function bodyFor(wish, form) {
  return left && JSON.stringify(left.wish) === JSON.stringify(wish) ? left.body : freshBody(wish, form);
}

/**
 * A new request body, with its own key and random choices.
 * @param {Wish} wish
 * @param {Form} form what was typed, to restore it
 */
export function freshBody(wish, form) {
  left = { wish, form, body: { ...drawn(wish), key: randomId() } };
  visit.set(NAME, JSON.stringify(left));
  return left.body;
}

/**
 * What was typed for an unanswered request for a game, at the same URL of the lobby.
 * @param {string} game
 * @param {URLSearchParams} asked
 */
export function formFor(game, asked) {
  return left?.wish.game === game && left.form.asked === String(asked) ? left.form : null;
}

/** The request was answered. */
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
 * A wish in the server's terms. Against a computer a player without a wish gets any seat.
 * @param {Wish} wish
 */
function drawn({ opponent, first, seat, ...rest }) {
  const lot = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 1) + 1;
  const players = ['human', 'human'];
  const mine = opponent && seat === 'any' ? lot() : seat;
  if (opponent) players[2 - Number(mine)] = opponent;
  return { ...rest, players, seat: mine, ...(first ? { first } : {}) };
}
