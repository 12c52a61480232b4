// A part of a line that is longer than the screen, and how to get to another part. Lines may exceed the exact range of
// numbers, so positions on them are big integers.

import { button, el, form } from './kit.js';

/** @import { Board } from '../page-types/wire.js' */

/** The number of cells to request: fewer on a narrow screen. */
export const cellsFor = (/** @type {number} */ width) => (width && width < 640 ? 24 : 60);

/** More cells than any lesson or puzzle has. Their lines are shown whole: nobody can think about a piece that is out of sight. */
export const WHOLE = 200;

/** The visible part of a line, and the range it can move in. */
export class Part {
  /** @param {{ ends: [bigint, bigint, bigint], cells: string }} board */
  constructor({ ends, cells }) {
    const [first, last, at] = ends;
    this.first = first;
    this.last = last;
    this.at = at;
    this.cells = BigInt(cells.length);
    /** How far it can be moved. */
    this.room = this.last - this.first + 1n - this.cells;
  }

  /**
   * The start of the part at a number, or as close to it as possible.
   * @param {bigint} from
   */
  from(from) {
    const end = this.first + this.room;
    return from < this.first ? this.first : from > end ? end : from;
  }

  /** Its place, in thousandths of the range. */
  get thousandths() {
    return Number(((this.at - this.first) * 1000n) / (this.room || 1n));
  }

  /** @param {number} thousandths */
  slid(thousandths) {
    return this.first + (this.room * BigInt(thousandths)) / 1000n;
  }

  /**
   * The start of the part around a typed number, or null if it is not a number.
   * @param {string} typed
   */
  around(typed) {
    const text = typed.trim().replaceAll(/[\s,_.]/g, '');
    return /^-?\d{1,19}$/.test(text) ? this.from(BigInt(text) - this.cells / 2n) : null;
  }

  get text() {
    const [from, to, first, last] = [this.at, this.at + this.cells - 1n, this.first, this.last].map((number) =>
      number.toLocaleString('en')
    );
    return `Numbers ${from} to ${to} of ${first} to ${last}`;
  }
}

/** Shows which part of a line is visible, with controls to move it. */
export class Viewport {
  /**
   * @param {Element} container
   * @param {(from: bigint) => unknown} onLook called with the first requested cell
   */
  constructor(container, onLook) {
    /** @type {bigint | undefined} Where the user has moved it to. */
    this.from = undefined;
    /** @param {bigint | null} from */
    this.look = (from) => {
      if (from === null) return;
      this.from = from;
      onLook(from);
    };
    /**
     * @param {string} sign
     * @param {string} name
     * @param {string} testid
     * @param {(part: Part) => bigint} to
     */
    const way = (sign, name, testid, to) =>
      button(sign, testid, () => this.part && this.look(this.part.from(to(this.part))), { class: 'icon',
        'aria-label': name, title: name });
    this.where = el('p.small', { role: 'status', testid: 'window' });
    /** @type {HTMLInputElement} */
    this.slide = el('input', { type: 'range', min: 0, max: 1000, 'aria-label': 'Part of the line',
      testid: 'window-slide', on: { change: () => this.part && this.look(this.part.slid(Number(this.slide.value))) } });
    this.number = el('input', { type: 'text', inputmode: 'numeric', 'aria-label': 'Go to a number',
      placeholder: 'number', testid: 'window-number' });
    const submit = () => this.part && this.look(this.part.around(this.number.value));
    this.root = el('div.viewport', { hidden: true, role: 'group', 'aria-label': 'Part of the line' }, this.where,
      el('div.row', {}, way('⇤', 'Left end', 'window-first', ({ first }) => first),
        way('←', 'Left', 'window-left', ({ at, cells }) => at - cells), this.slide,
        way('→', 'Right', 'window-right', ({ at, cells }) => at + cells),
        way('⇥', 'Right end', 'window-last', ({ last }) => last),
        form({ class: 'type-move' }, submit, this.number, el('button', { text: 'Go' }))));
    container.append(this.root);
  }

  /**
   * The window to request.
   * @param {number} width
   */
  question(width) {
    return { from: this.from, cells: cellsFor(width) };
  }

  /** @param {Board} board */
  show(board) {
    this.part = new Part(board);
    this.root.hidden = this.part.room <= 0n;
    if (this.root.hidden) return;
    this.where.textContent = this.part.text;
    this.slide.value = String(this.part.thousandths);
    this.slide.setAttribute('aria-valuetext', this.part.text);
  }
}
