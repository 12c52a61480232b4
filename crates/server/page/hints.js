// The hints about a position of a study: a ladder, and a button for each seat that is to move.

import { el, renew } from './kit.js';
import { Ladder } from './ladder.js';

export class Hints {
  /** ask: asks the server for a step for a seat. */
  constructor(ask) {
    this.ladder = new Ladder(ask);
    this.buttons = el('div', { class: 'row', data: { testid: 'hint-buttons' } });
    this.root = el('section', { class: 'panel hint-panel', 'aria-label': 'Hints' }, this.buttons, this.ladder.root);
  }

  /** Begins anew: another position is looked at. */
  forget() {
    this.ladder.forget();
  }

  /** turn: who is to move. */
  show(turn) {
    this.turn = turn;
    this.root.hidden = turn === 'over';
    renew(this.buttons, turn === 'both' ? [1, 2].map((seat) => this.button(seat, `Hint for Player ${seat}`, `hint-${seat}-ask`)) : this.button(turn, 'Hint', 'hint'));
  }

  button(seat, text, testid) {
    const step = this.ladder.next(seat);
    return el('button', { type: 'button', disabled: step === null, data: { testid }, on: { click: () => this.climb(seat) } }, text, el('span', { class: 'faint small', text: step ?? 'that is all' }));
  }

  /** The next step: for who is to move, or for the seat that is meant where both are. */
  async climb(seat) {
    if (this.turn === 'over') return;
    await this.ladder.climb(this.turn === 'both' ? seat : this.turn);
    this.show(this.turn);
  }
}
