// The state of a match, in signs and words.

import { el, put } from './kit.js';
import { emblem } from './marks.js';
import { letterOf } from './worth.js';

/** @import { Board } from '../page-types/wire.js' */

/**
 * The value of a move as a small sign.
 * @param {string} short
 */
export function chip(short) {
  return el('span', { class: `sign value-${letterOf(short)}`, text: short, 'aria-hidden': 'true' });
}

/**
 * Who acts, or who won.
 * @param {Board} board
 */
export function whoseTurn({ turn, winner }, names = ['Player 1', 'Player 2']) {
  if (turn === 'over') return `${names[Number(winner) - 1]} has won.`;
  return turn === 'both' ? 'Both players choose at once.' : `${names[turn - 1]} to move`;
}

/**
 * The same in a box, with the position as text.
 * @param {Element} box
 * @param {Board} board
 * @param {string[]} [names]
 */
export function paintTurn(box, board, names) {
  put(box, typeof board.turn === 'number' ? emblem(board.turn) : null, el('span', { text: whoseTurn(board, names) }),
    el('code.position', { text: board.position, title: 'The position as text' }));
}
