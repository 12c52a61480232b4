// The earlier positions of a round, and what a move changed.

import { button, el, renew } from './kit.js';
import { ask, inMatch } from './question.js';

/** @import { Game } from '../page-types/wire.js' */

export class Past {
  /** @param {(count: number | null) => void} onLook called with the number of plies to show, or null for all of them */
  constructor(onLook) {
    this.onLook = onLook;
    /** @type {number | null} */
    this.count = null;
    this.root = el('div.row.look', { hidden: true, testid: 'look' });
  }

  /**
   * The position after this many plies.
   * @param {Game} game
   * @param {number} count
   */
  at(game, count) {
    return ask(game.game, 'board', inMatch(game, game.plies.slice(0, count).map(({ text }) => text)));
  }

  /**
   * Says which position is shown, with buttons to its neighbours; null is the present.
   * @param {Game} game
   * @param {number | null} count
   */
  show(game, count) {
    this.count = count;
    this.root.hidden = count === null;
    if (count === null) return;
    const next = count + 1 >= game.plies.length ? null : count + 1;
    renew(this.root, el('span.faint.grow', { text: `After move ${count} of ${game.plies.length}` }),
      button('◂', 'look-back', () => this.onLook(count - 1), { 'aria-label': 'Previous move', disabled: count <= 1 }),
      button('▸', 'look-on', () => this.onLook(next), { 'aria-label': 'Next move' }),
      button('Return to game', 'now', () => this.onLook(null)));
  }
}
