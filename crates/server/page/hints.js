// The hints for a position in a study: a ladder, with a button for each seat to move.

import { button, el, renew } from './kit.js';
import { Ladder } from './ladder.js';

/** @import { Hint, Turn } from '../page-types/wire.js' */

export class Hints {
  /** @param {(rung: number, seat?: number) => Promise<Hint>} ask asks the server for a hint for a seat */
  constructor(ask) {
    this.ladder = new Ladder(ask);
    this.buttons = el('div.row', { testid: 'hint-buttons' });
    this.root = el('section.panel.hint-panel', { 'aria-label': 'Hints' }, this.buttons, this.ladder.root);
    /** @type {Turn} */
    this.turn = 'over';
  }

  /** Starts over with another position. */
  forget() {
    this.ladder.forget();
  }

  /** @param {Turn} turn who is to move */
  show(turn) {
    this.turn = turn;
    this.root.hidden = turn === 'over';
    if (turn === 'both')
      renew(this.buttons, [1, 2].map((seat) => this.button(seat, `Hint for Player ${seat}`, `hint-${seat}-ask`)));
    else if (turn !== 'over') renew(this.buttons, this.button(turn, 'Hint', 'hint'));
  }

  /**
   * @param {number} seat
   * @param {string} text
   * @param {string} testid
   */
  button(seat, text, testid) {
    const step = this.ladder.next(seat);
    const about = el('span.faint.small', { text: step ?? 'no more hints' });
    return button([text, about], testid, () => this.climb(seat), { disabled: step === null });
  }

  /**
   * The next hint: for the seat to move, or for the given seat where both are.
   * @param {number} seat
   */
  async climb(seat) {
    if (this.turn === 'over') return;
    await this.ladder.climb(this.turn === 'both' ? seat : this.turn);
    this.show(this.turn);
  }
}
