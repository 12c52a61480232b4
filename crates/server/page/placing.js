// Setting up a position with the mouse: a click on a number changes what stands there.

import { Dealing } from './dealing.js';
import { announce, button, el, put, reason } from './kit.js';
import { LETTERS } from './signs.js';

/**
 * @import { Answers, Board, Question } from '../page-types/wire.js'
 * @typedef {(about: Question) => Promise<Answers['placements']>} Ask
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
    this.dealing = new Dealing(async (hands) => (await this.known(hands === null ? {} : { hands }))?.deal, set);
    this.mover = button('Other player to move', 'other-mover', () => this.handOver());
    this.root = el('div.placing-bar', { testid: 'placing' },
      el('p.faint', { text: 'Click a number to change what stands there.' }), el('div.row', {}, this.ways, this.mover),
      this.dealing.root);
    this.toggle = button('Place pieces', 'place', () => {
      on = !on;
      redraw();
    });
    this.show(null);
  }

  get on() {
    return on;
  }

  /** @param {Board | null} board */
  show(board) {
    this.toggle.setAttribute('aria-pressed', String(on));
    this.root.hidden = !on;
    this.mover.hidden = typeof board?.turn !== 'number';
    this.dealing.show(on ? board : null);
    put(this.ways);
  }

  /**
   * Changes what stands on a cell, or asks what should stand there.
   * @param {Board} board
   * @param {number} number
   */
  async place({ base = 0n }, number) {
    const answer = await this.known({ from: BigInt(number) + base });
    if (!answer) return;
    const { cell } = answer;
    if (cell.length === 1) return this.set(cell[0].position);
    if (!cell.length) return this.say('Nothing else can stand there in this position.');
    const names = cell.map(({ letter }) => LETTERS[letter] ?? letter);
    put(this.ways,
      cell.map(({ position, letter }, index) =>
        button(names[index], `place-${letter}`, () => this.set(position), { class: 'pill' })
      ));
    announce(`What should stand there? ${names.join(', or ')}.`);
  }

  async handOver() {
    const answer = await this.known({});
    if (!answer) return;
    if (answer.otherMover) this.set(answer.otherMover);
    else this.say('The other player cannot be to move in this position.');
  }

  /** @param {Question} about */
  async known(about) {
    try {
      return await this.ask(about);
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
