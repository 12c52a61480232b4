// Setting up a position with the mouse: a click on a number changes what stands there.

import { announce, button, el, put, reason } from './kit.js';
import { LETTERS } from './signs.js';

/**
 * @import { Answers, Board } from '../page-types/wire.js'
 * @typedef {(cell: bigint | null) => Promise<Answers['placements']>} Ask
 */

/** Whether pieces are being placed. It stays so from one position to the next. */
let on = false;

export class Placing {
  /**
   * @param {Ask} ask
   * @param {(position: string) => void} set
   * @param {() => void} redraw
   */
  constructor(ask, set, redraw) {
    this.ask = ask;
    this.set = set;
    this.ways = el('div.row', { testid: 'placements' });
    this.root = el('div.placing-bar', { testid: 'placing' },
      el('p.faint', { text: 'Click a number to change what stands there.' }),
      el('div.row', {}, this.ways, button('Other player to move', 'other-mover', () => this.handOver())));
    this.toggle = button('Place pieces', 'place', () => {
      on = !on;
      redraw();
    });
    this.show();
  }

  get on() {
    return on;
  }

  show() {
    this.toggle.setAttribute('aria-pressed', String(on));
    this.root.hidden = !on;
    put(this.ways);
  }

  /**
   * Changes what stands on a cell, or asks what shall stand there.
   * @param {Board} board
   * @param {number} number
   */
  async place({ base = 0n }, number) {
    const answer = await this.known(BigInt(number) + base);
    if (!answer) return;
    const { cell } = answer;
    if (cell.length === 1) return this.set(cell[0].position);
    if (!cell.length) return this.say('Nothing else can stand there in this position.');
    const names = cell.map(({ letter }) => LETTERS[letter] ?? letter);
    put(this.ways,
      cell.map(({ position, letter }, index) =>
        button(names[index], `place-${letter}`, () => this.set(position), { class: 'pill' })
      ));
    announce(`What shall stand there? ${names.join(', or ')}.`);
  }

  async handOver() {
    const answer = await this.known(null);
    if (!answer) return;
    if (answer.otherMover) this.set(answer.otherMover);
    else this.say('Nobody else can be to move in this position.');
  }

  /** @param {bigint | null} cell */
  async known(cell) {
    try {
      return await this.ask(cell);
    } catch (error) {
      this.say(reason(error));
      return null;
    }
  }

  /** @param {string} text */
  say(text) {
    put(this.ways, el('span', { text }));
    announce(text);
  }
}
