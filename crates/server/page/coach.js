// Hints in a room: for games against the computer and for spectators. Between two people they would be cheating.

import { el } from './kit.js';
import { Ladder } from './ladder.js';
import { ask, inVariant } from './question.js';
import { freeSeats } from './words.js';

/** @import { Game } from '../page-types/wire.js' */

export class Coach {
  /** @param {() => void} onStep called when a hint was given */
  constructor(onStep) {
    this.onStep = onStep;
    /** @type {Game | null} */
    this.game = null;
    this.ladder = new Ladder((rung, seat) => this.ask(rung, seat));
    this.root = el('div.panel.hint', { hidden: true, testid: 'hint' }, el('h2', { text: 'Hints' }), this.ladder.root);
  }

  /**
   * @param {Game} game
   * @param {number | null} me the viewer's seat
   * @param {boolean} mayMove whether they are to move
   */
  show(game, me, mayMove) {
    if (this.game?.position !== game.position || this.game.round !== game.round) {
      this.ladder.forget();
      this.root.hidden = true;
    }
    this.game = game;
    // Where both act, a hint is for one seat.
    this.seat = game.turn === 'both' ? me ?? 1 : undefined;
    const going = !game.ending && game.turn !== 'over';
    this.fair = going
      && (me ? mayMove && game.players.some((player) => player.computer) : freeSeats(game).length === 0);
  }

  /** The label of the hint button, or null where there is no hint. */
  get next() {
    if (!this.fair || !this.ladder.next(this.seat)) return null;
    return this.ladder.rung ? 'Another hint' : 'Hint';
  }

  async climb() {
    if (!this.next) return;
    await this.ladder.climb(this.seat);
    this.root.hidden = !this.ladder.root.childElementCount;
    this.onStep();
  }

  /**
   * @param {number} rung
   * @param {number} [seat]
   */
  ask(rung, seat) {
    const { game, settings, position } = /** @type {Game} */ (this.game);
    return ask(game, 'hint', { ...inVariant(settings), position, rung, seat });
  }
}
