// The cards of a room: the viewer's hand, the cards on the table, and the order in which a turn is shown.

import { Hand, Table } from './cards.js';
import { halves, nameOf } from './words.js';

/**
 * @import { Game, Move } from '../page-types/wire.js'
 * @typedef {{ table?: boolean, line?: boolean }} Parts which parts of a room to redraw
 */

/** How long revealed cards stay before another is laid on them. */
const READING = 900;

export class Deal {
  /**
   * @param {HTMLElement} box
   * @param {(text: string, card: number) => void} onPick
   */
  constructor(box, onPick) {
    this.box = box;
    this.table = new Table(box);
    this.hand = new Hand(box, onPick);
    /** @type {number | null} The viewer's own card on the table. */
    this.taken = null;
    /** @type {object | null} */
    this.turning = null;
    this.begun = false;
  }

  /**
   * @param {Game} game
   * @param {number | null} me
   * @param {Move[]} moves the viewer's playable moves
   * @param {boolean} still whether the table stays as it is for now
   */
  show(game, me, moves, still) {
    this.box.hidden = !game.hands;
    if (!game.hands) return;
    const bare = !game.chosen.some(Boolean);
    const last = game.plies.at(-1);
    // A client that connects later finds the last cards on the table as they were left.
    if (!this.begun && bare && last) this.table.reveal(halves(last.text), false);
    this.begun = true;
    this.table.show(still ? null : game.chosen, [1, 2].map((seat) => nameOf(game, seat)));
    if (bare && !last) this.table.sweep();
    this.hand.show(me ? game.hands[me - 1] : [], moves, me, this.taken);
  }

  /**
   * Turns the cards over.
   * @param {string[]} cards
   * @param {(what?: Parts) => void} paint called when the line may show the result, and when the cards have been read
   */
  async reveal(cards, paint) {
    const turn = {};
    this.turning = turn;
    const turned = this.table.reveal(cards);
    paint({ table: false });
    await turned;
    if (this.turning !== turn) return;
    paint({ table: false, line: true });
    await new Promise((done) => {
      setTimeout(done, READING);
    });
    if (this.turning !== turn) return;
    this.turning = null;
    paint();
  }
}
