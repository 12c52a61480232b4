// A part of a line that is longer than a screen: where it lies, and how to get to another one. Lines may be longer than
// numbers are exact here, so places on them are counted from the first cell that is shown.

import { el, put } from './kit.js';

/** A line of up to this many cells is shown whole. */
const WHOLE = 60;

/**
 * Reads a board. Whole numbers of more than fifteen digits are kept as texts, and where there are any, the cells are
 * counted from the window's first one, with `base` to be added to what is shown.
 */
export function rebase(text) {
  const board = JSON.parse(text.replace(/([:[,])(-?\d{16,})(?=[,\]}])/g, '$1"$2"'));
  const ends = [board.first, board.last, board.from].map(BigInt);
  board.ends = ends;
  if (ends.every((end) => Number.isSafeInteger(Number(end)) && Number(end).toString().length < 16)) return board;
  const [first, last, from] = ends;
  const near = (cell) => Number(BigInt(cell) - from);
  board.base = from;
  board.first = first === from ? 0 : -1;
  board.from = 0;
  board.last = last === from + BigInt(board.cells.length) - 1n ? board.cells.length - 1 : board.cells.length;
  for (const move of board.moves.flat()) {
    if (move.cells) move.cells = move.cells.map(near);
    if (move.then) move.then = move.then.map(([cell, letter]) => [near(cell), letter]);
  }
  return board;
}

/** Shows where a window lies on its line, and lets one move it. `onLook` is called with the first cell that is wanted. */
export class Viewport {
  constructor(container, onLook) {
    this.onLook = onLook;
    this.from = null;
    const button = (text, name, testid, act) => el('button', { type: 'button', class: 'icon', text, 'aria-label': name, title: name, data: { testid }, on: { click: act } });
    this.where = el('p', { class: 'small', role: 'status', data: { testid: 'window' } });
    this.slide = el('input', { type: 'range', min: 0, max: 1000, 'aria-label': 'Part of the line', data: { testid: 'window-slide' }, on: { change: () => this.slid() } });
    this.number = el('input', { type: 'text', inputmode: 'numeric', 'aria-label': 'Go to a number', placeholder: 'number', data: { testid: 'window-number' } });
    this.root = el('div', { class: 'viewport', hidden: true, role: 'group', 'aria-label': 'Part of the line' },
      this.where,
      el('div', { class: 'row' },
        button('⇤', 'To the left end', 'window-first', () => this.go(this.first)),
        button('←', 'To the left', 'window-left', () => this.go(this.at - this.cells)),
        this.slide,
        button('→', 'To the right', 'window-right', () => this.go(this.at + this.cells)),
        button('⇥', 'To the right end', 'window-last', () => this.go(this.last)),
        el('form', { class: 'type-move', on: { submit: (event) => { event.preventDefault(); this.typed(); } } }, this.number, el('button', { text: 'Go' }))));
    container.append(this.root);
  }

  /** What to ask for: on a narrow screen fewer cells. */
  question(width) {
    const cells = width && width < 640 ? 24 : WHOLE;
    const pairs = [['from', this.from?.toString()], ['cells', cells]];
    return { pairs, key: `${this.from} ${cells}` };
  }

  show(board) {
    [this.first, this.last, this.at] = board.ends;
    this.cells = BigInt(board.cells.length);
    const all = this.last - this.first + 1n;
    this.root.hidden = all <= this.cells;
    if (this.root.hidden) return;
    const group = (number) => number.toLocaleString('en');
    put(this.where, `Numbers ${group(this.at)} to ${group(this.at + this.cells - 1n)} of ${group(this.first)} to ${group(this.last)}`);
    this.slide.value = Number(((this.at - this.first) * 1000n) / (all - this.cells || 1n));
    this.slide.setAttribute('aria-valuetext', this.where.textContent);
  }

  slid() {
    const all = this.last - this.first + 1n - this.cells;
    this.go(this.first + (all * BigInt(this.slide.value)) / 1000n);
  }

  typed() {
    const text = this.number.value.trim().replaceAll(/[\s,_.]/g, '');
    if (/^-?\d{1,19}$/.test(text)) this.go(BigInt(text) - this.cells / 2n);
  }

  go(from) {
    const end = this.last - this.cells + 1n;
    this.onLook(from < this.first ? this.first : from > end ? end : from);
  }
}
