// Where a match stands, in signs and words, and how one asks about it.

import { el } from './kit.js';
import { LETTER, label } from './worth.js';

/** The value of a move as a small sign. */
export function chip(move) {
  return el('span', { class: `sign value-${LETTER[move.moveValue]}`, text: label(move.moveValue, move.remoteness), 'aria-hidden': 'true' });
}

/** Who acts, or who has won. */
export function whoseTurn({ turn, winner }) {
  if (turn === 'over') return `Player ${winner} has won.`;
  return turn === 'both' ? 'Both players choose at once.' : `Player ${turn} to move`;
}

/** A question as JSON, of the pairs that would stand in an address. */
export function bodyOf(pairs) {
  const body = { set: [] };
  for (const [name, value] of pairs) {
    if (name === 'set') body.set.push(value);
    else if (['first', 'rung', 'seat', 'from', 'cells'].includes(name)) body[name] = Number(value);
    else body[name] = value;
  }
  return body;
}
