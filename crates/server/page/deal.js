// The cards of a room: the viewer's hand, the cards on the table, and the reveal.

import { Hand, Table } from './cards.js';
import { memory } from './kit.js';
import { halves, nameOf } from './words.js';

/** @import { Game, Move } from '../page-types/wire.js' */

/** How long revealed cards stay for a spectator before another is laid on them. */
const READING = 900;

export class Deal {
  /**
   * @param {HTMLElement} box
   * @param {(text: string, card: number) => void} onPick
   * @param {(move: Move) => void} onRaise
   */
  constructor(box, onPick, onRaise) {
    this.box = box;
    this.table = new Table(box);
    this.hand = new Hand(box, onPick, onRaise);
    /** @type {number | null} The viewer's own card on the table. */
    this.taken = null;
    this.begun = false;
  }

  /**
   * @param {Game} game
   * @param {number | null} me
   * @param {Move[]} moves the viewer's playable moves
   */
  show(game, me, moves) {
    this.box.hidden = !game.hands;
    if (!game.hands) return;
    const bare = !game.chosen.some(Boolean);
    const last = game.plies.at(-1);
    // A client that connects later finds the last cards on the table as they were left.
    if (!this.begun && bare && last) this.table.reveal(halves(last.text), false);
    this.begun = true;
    const mine = me && game.chosen[me - 1];
    if (!mine) this.taken = null;
    else this.taken ??= recall(game);
    this.table.show(game.chosen, [1, 2].map((seat) => nameOf(game, seat)), me);
    if (bare && !last) this.table.sweep();
    this.hand.show(me ? game.hands[me - 1] : [], moves, me, this.taken);
  }

  /**
   * The viewer's choice, which only this browser knows until both are revealed.
   * @param {Game} game
   * @param {number | null} card
   */
  take(game, card) {
    this.taken = card;
    memory.set('card', card === null ? null : JSON.stringify({ place: place(game), card }));
  }

  /**
   * Turns the cards over. The promise resolves when both can be read, and for a spectator when they had time to.
   * @param {Game} game the state after the turn
   * @param {number | null} me
   */
  async reveal(game, me) {
    this.taken = null;
    memory.set('card', null);
    const moved = this.table.reveal(halves(game.plies.at(-1)?.text ?? ''));
    const animated = await moved;
    if (!me && animated) await new Promise((done) => setTimeout(done, READING));
  }
}

/** @param {Game} game */
const place = ({ room, round, plies }) => `${room} ${round} ${plies.length}`;

/**
 * The card that this browser has chosen in a turn, after a reload.
 * @param {Game} game
 * @returns {number | null}
 */
function recall(game) {
  try {
    const kept = JSON.parse(memory.get('card') ?? 'null');
    return kept?.place === place(game) ? kept.card : null;
  } catch {
    return null;
  }
}
