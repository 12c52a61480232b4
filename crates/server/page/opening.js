// A room that was asked for and not answered yet. This window remembers it, so that whoever asks for the same once more,
// also after the page was loaded again, asks with the same key and gets the room that there may be already.

import { randomId, visit } from './kit.js';

const NAME = 'opening';
// A window that keeps nothing remembers it at least until the page is loaded again.
let left = kept();

/** What to send for a wish: what was sent for the same one before, if that had no answer. */
export function bodyFor(wish, form) {
  return left && JSON.stringify(left.wish) === JSON.stringify(wish) ? left.body : freshBody(wish, form);
}

/** What to send for a wish, with a key and lots of its own. `form`: what was typed, to be there again. */
export function freshBody(wish, form) {
  left = { wish, form, body: { ...drawn(wish), key: randomId() } };
  visit.set(NAME, JSON.stringify(left));
  return left.body;
}

/** What was typed for a room of a game that had no answer, at the same address of the lobby. */
export function formFor(game, asked) {
  return left?.wish?.game === game && left.form?.asked === String(asked) ? left.form : null;
}

/** There was an answer. */
export function forget() {
  left = null;
  visit.set(NAME, null);
}

function kept() {
  try {
    return JSON.parse(visit.get(NAME));
  } catch {
    return null;
  }
}

/** A wish in the words of the server: what is left to chance is drawn. */
function drawn({ opponent, first, seat, ...rest }) {
  const lot = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 1) + 1;
  const mine = opponent && seat === 'any' ? lot() : seat;
  const players = ['human', 'human'];
  if (opponent) players[2 - mine] = opponent;
  return { ...rest, players, seat: mine, ...(first ? { first: first === 'toss' ? lot() : Number(first) } : {}) };
}
