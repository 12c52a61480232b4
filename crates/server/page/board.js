// The number line of any game, drawn from letters: the mark in each cell, and the cells a move points at. Nothing here
// knows a game: the list of moves says what can be done and what it would do.

import { dragMeaning, layout, meaning, movesAt, movesOver, numbersOf, numeral, origin, overlap, pointed, samePart,
  shortened, sizes } from './geometry.js';
import { announce, button, calm, el, put } from './kit.js';
import { drawing } from './marks.js';
import { isOn } from './options.js';
import { nameCell, showLandmarks, showValues } from './signs.js';
import { effectText } from './words.js';

/**
 * @import { Line as State, LineOptions, Move, Pointed } from '../page-types/wire.js'
 * @typedef {{ node: HTMLElement, mark: SVGElement, letter: string, look?: string }} Cell
 */

const PIECES = 'oAB';
// Fingers need larger targets than a mouse.
const narrowest = () => (matchMedia('(any-pointer: coarse)').matches || innerWidth < 640 ? 44 : 36);
/** How long a finger rests on a cell to play it without a second tap. */
const HELD = 550;

export class Line {
  /**
   * @param {Element} container
   * @param {boolean} mini whether it is a thumbnail, not for playing
   */
  constructor(container, mini = false) {
    this.mini = mini;
    this.row = el('div.cells');
    this.choice = el('div.choice', { role: 'group', 'aria-label': 'Which move?', testid: 'choice' });
    this.root = el('div', { class: mini ? 'line mini' : 'line', role: mini ? 'img' : 'group',
      testid: mini ? 'mini' : 'line' }, this.row, mini ? null : this.choice);
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {Set<number>} Cells that show the preview of a move instead of the state. */
    this.touched = new Set();
    /** @type {State | null} */
    this.before = null;
    /** @type {State} */
    this.state = { first: 0, cells: '' };
    /** @type {LineOptions} */
    this.options = {};
    this.origin = 0;
    /** @type {Pointed[]} */
    this.moves = [];
    /** @type {Set<number>} */
    this.playable = new Set();
    this.several = false;
    /** @type {Pointed | Move | null} The move under the pointer. */
    this.aimed = null;
    /** @type {number | null} The first cell of a selection of several. */
    this.anchor = null;
    /** @type {number | null} Where a drag began. */
    this.from = null;
    this.dragged = false;
    /** Whether the last pointer was a finger, and the move that its first tap has shown. */
    this.touch = false;
    /** @type {Pointed | null} */
    this.armed = null;
    this.holding = 0;
    /** The cell with the keyboard focus, and the number of cells per row. */
    this.at = 0;
    this.per = 0;
    /** @type {number[]} */
    this.last = [];
    /** @type {number[]} */
    this.blocked = [];
    container.append(this.root);
    if (!mini) this.listen();
  }

  listen() {
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.root);
    const { row } = this;
    row.addEventListener('click', (event) => this.clicked(event));
    row.addEventListener('keydown', (event) => this.key(event));
    row.addEventListener('pointerdown', (event) => this.grab(event));
    row.addEventListener('pointermove', (event) => this.drag(event));
    row.addEventListener('pointerup', (event) => this.drop(event));
    row.addEventListener('pointercancel', () => this.cancel());
    row.addEventListener('pointerleave', () => {
      if (this.from === null) this.rest();
    });
    row.addEventListener('focusin', (event) => this.focused(event));
    row.addEventListener('focusout', () => this.rest());
  }

  /**
   * Shows another state; moving pieces are animated.
   * @param {State} state
   * @param {LineOptions} options
   */
  show(state, options) {
    const { before, last: lastBefore } = this;
    const same = before && samePart(before, state) ? before : null;
    this.options = options;
    this.state = this.before = state;
    this.origin = origin(state);
    this.anchor = null;
    this.armed = null;
    this.last = options.last ?? [];
    this.blocked = options.blocked ?? [];
    this.moves = pointed((options.seat && state.moves?.[options.seat - 1]) || []);
    // Whether the viewer is to move is marked on the whole line. Nothing jumps while the moves of others are not known.
    const listed = this.moves.length ? this.moves : pointed((state.moves ?? []).flat());
    this.playable = new Set(this.moves.flatMap(numbersOf));
    if (listed.length || options.over) this.several = overlap(listed);
    if (!same) this.build();
    const slides = same && !calm() ? this.slides(same.cells, state.cells) : [];
    this.root.classList.toggle('live', this.moves.length > 0);
    if (!this.mini) this.root.setAttribute('aria-disabled', String(!this.moves.length && !options.onCell));
    for (const [index, cell] of this.cells.entries()) this.paint(cell, index, same?.cells[index] ?? null);
    for (const { to, from } of slides) this.slide(to, from);
    showLandmarks(this);
    showValues(this);
    this.showChoice([]);
    if (!this.mini) this.rove(this.row.contains(document.activeElement) ? this.at : this.home());
    this.root.setAttribute('aria-label', this.mini && options.label ? options.label : this.describe());
    this.point(null);
    if (!same) this.measure();
    // Scrolling forces a layout, so it waits until the line is drawn.
    const news = before?.cells !== state.cells || lastBefore.join() !== this.last.join();
    if (!this.mini && news) requestAnimationFrame(() => this.seek());
  }

  /** On a line of several rows, scrolls to the row of the last change, or of a piece. */
  seek() {
    const { row } = this;
    if (row.scrollHeight <= row.clientHeight || row.contains(document.activeElement)) return;
    const piece = [...this.state.cells].findIndex((letter) => PIECES.includes(letter));
    const last = this.last.at(-1);
    const cell = this.cells[last === undefined ? piece : last - this.origin]?.node;
    if (!cell) return;
    const top = cell.offsetTop - row.offsetTop;
    const hidden = top < row.scrollTop || top + cell.offsetHeight > row.scrollTop + row.clientHeight;
    if (hidden) row.scrollTop = top - (row.clientHeight - cell.offsetHeight) / 2;
  }

  /** Removes the line. */
  remove() {
    this.sizes?.disconnect();
    this.root.remove();
  }

  /** Moves the keyboard focus to the line. */
  focus() {
    this.cells[this.at]?.node.focus();
  }

  /** Clears the selection. Returns whether there was one. */
  cancel() {
    const had = this.anchor !== null || this.armed !== null;
    this.anchor = null;
    this.armed = null;
    this.from = null;
    clearTimeout(this.holding);
    this.showChoice([]);
    this.point(null);
    return had;
  }

  describe() {
    const [from, to] = [0, this.cells.length - 1].map((index) => this.numeral(index));
    return `${this.options.label ?? 'The number line'}, ${from} to ${to}`;
  }

  /** @param {number} index */
  numeral(index) {
    return numeral(this.origin + index, this.state.base);
  }

  build() {
    const { first, last, cells } = this.state;
    const end = cells.length - 1;
    this.at = 0;
    this.per = 0;
    this.touched = new Set();
    this.cells = [...cells].map((_, index) => {
      const number = this.origin + index;
      const mark = drawing('.');
      const text = this.numeral(index);
      const short = shortened(text);
      const name = el('span', { class: text === short ? 'num' : 'num long', text: short });
      const node = this.mini ? el('span.cell', {}, mark, index === 0 || index === end ? name : null)
        : el('button', { type: 'button', class: 'cell', tabindex: -1, testid: `cell-${number}`,
          data: { cell: number } }, mark, name);
      return { node, mark, letter: '.' };
    });
    this.cells[0]?.node.classList.add(this.origin === first ? 'edge-first' : 'more-first');
    this.cells[end]?.node.classList.add((last ?? this.origin + end) === this.origin + end ? 'edge-last' : 'more-last');
    put(this.row, this.cells.map((cell) => cell.node));
  }

  /**
   * Touches only what has changed: with many cells, that makes a move appear quickly.
   * @param {Cell} cell
   * @param {number} index
   * @param {string | null} before
   */
  paint(cell, index, before) {
    const letter = this.state.cells[index];
    const number = this.origin + index;
    const { node } = cell;
    this.draw(cell, letter, before !== null && before !== letter && !PIECES.includes(letter));
    const [legal, last] = [this.playable.has(number), this.last.includes(number)];
    const blocked = this.blocked.includes(number);
    const open = legal || Boolean(this.options.onCell);
    const look = `${letter} ${open} ${legal} ${last} ${blocked}`;
    if (cell.look === look) return;
    cell.look = look;
    node.dataset.mark = letter;
    node.classList.toggle('last', last);
    node.classList.toggle('last-blocked', blocked);
    if (this.mini) return;
    node.classList.toggle('legal', legal);
    node.setAttribute('aria-disabled', String(!open));
    nameCell(this, cell, index);
  }

  /**
   * @param {Cell} cell
   * @param {string} letter
   * @param {boolean} fresh
   */
  draw(cell, letter, fresh) {
    if (cell.letter === letter && !fresh) return;
    const mark = drawing(letter);
    if (fresh) mark.classList.add('fresh');
    cell.mark.replaceWith(mark);
    cell.mark = mark;
    cell.letter = letter;
  }

  /**
   * Where pieces stood that have moved.
   * @param {string} before
   * @param {string} after
   */
  slides(before, after) {
    return [...PIECES].flatMap((letter) => {
      const [from, to] = [before.indexOf(letter), after.indexOf(letter)];
      if (from < 0 || to < 0 || from === to) return [];
      return [{ to, from: this.cells[from].mark.getBoundingClientRect() }];
    });
  }

  /**
   * @param {number} index
   * @param {DOMRect} from
   */
  slide(index, from) {
    const { mark } = this.cells[index];
    const to = mark.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    // Pieces far away do not take longer.
    const duration = Math.min(700, 260 + Math.abs(x) * 1.2);
    mark.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration,
      easing: 'cubic-bezier(.3,.1,.2,1)' });
  }

  /** Where the keyboard starts: at its last cell, or at the first playable one. */
  home() {
    /** @param {number} index */
    const plays = (index) => movesAt(this.moves, this.origin + index).length > 0;
    if (plays(this.at)) return this.at;
    const index = this.cells.findIndex((_, place) => plays(place));
    return index < 0 ? this.at : index;
  }

  /** @param {number} index */
  rove(index) {
    const to = Math.max(0, Math.min(index, this.cells.length - 1));
    const [old, next] = [this.cells[this.at]?.node, this.cells[to]?.node];
    this.at = to;
    // Changing it on the focused element forces a layout, so it is only set when it differs.
    if (old !== next) old?.setAttribute('tabindex', '-1');
    if (next && next.getAttribute('tabindex') !== '0') next.setAttribute('tabindex', '0');
  }

  measure() {
    const count = this.cells.length;
    if (this.mini) this.row.style.setProperty('--per', String(count));
    const width = this.root.clientWidth;
    if (this.mini || !width || !count) return;
    const { rows, per, cell } = layout(count, width, narrowest(), this.options.valued);
    const longest = Math.max(...[0, count - 1].map((index) => shortened(this.numeral(index)).length));
    const style = sizes(cell, rows, longest, innerHeight);
    for (const [name, value] of Object.entries(style)) this.root.style.setProperty(`--${name}`, `${value}px`);
    if (per === this.per) return;
    this.per = per;
    this.row.style.setProperty('--per', String(per));
    this.root.classList.toggle('wrapped', rows > 1);
    for (const [index, { node }] of this.cells.entries()) {
      node.classList.toggle('row-first', index % per === 0 && index > 0);
      node.classList.toggle('row-last', index % per === per - 1 && index < count - 1);
    }
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    const cell = target instanceof Element && this.row.contains(target) ? target.closest('.cell') : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
  }

  /** @param {Event} event */
  clicked(event) {
    const number = this.cellOf(event.target);
    if (number !== null && !this.dragged) (this.options.onCell ?? this.choose).call(this, number);
    this.dragged = false;
  }

  /**
   * The user has chosen a cell.
   * @param {number} number
   */
  choose(number) {
    this.rove(number - this.origin);
    // What a first tap has shown is played by a second one, wherever on it.
    if (this.armed && numbersOf(this.armed).includes(number)) return this.decide([this.armed], true);
    if (this.anchor !== null) {
      const meant = movesOver(this.moves, this.anchor, number);
      if (meant.length) return this.decide(meant, !this.touch || number === this.anchor);
      if (number === this.anchor) return void this.cancel();
    }
    const moves = movesAt(this.moves, number);
    if (moves.length > 1) {
      this.anchor = number;
      this.point(number);
    }
    this.decide(moves);
    if (!moves.length) this.options.onIdle?.(number);
  }

  /**
   * Plays the move, or asks which one is meant.
   * @param {Pointed[]} moves
   */
  decide(moves, sure = !this.touch) {
    if (moves.length > 1) return this.showChoice(moves);
    const [move] = moves;
    // A finger covers what it points at: the first tap shows what a move does, and the second plays it.
    if (move && !sure && isOn('twice') && this.armed?.text !== move.text) {
      this.anchor = null;
      this.showChoice([]);
      this.armed = move;
      this.aim(move);
      return announce(`${effectText(move)}. Tap again to play.`);
    }
    this.cancel();
    if (move) this.options.onMove?.(move.text);
  }

  /** @param {Pointed[]} moves */
  showChoice(moves) {
    if (this.mini) return;
    // Space is reserved where a cell may have several meanings, so that nothing jumps.
    this.choice.classList.toggle('kept', this.several);
    this.choice.classList.toggle('open', moves.length > 0);
    if (!moves.length) return put(this.choice);
    announce(`Which move? ${moves.map((move) => move.text).join(', or ')}.`);
    const cancel = () => {
      this.cancel();
      this.focus();
    };
    put(this.choice, el('span.faint', { text: 'Play' }), moves.map((move) => {
      const aim = () => this.aim(move);
      return el('button', { type: 'button', class: 'pill', text: move.text, title: effectText(move), testid: 'choose',
        data: { move: move.text },
        on: { click: () => this.decide([move], true), pointerenter: aim, focus: aim,
          pointerleave: () => this.point(this.anchor) } });
    }), button('✕', undefined, cancel, { class: 'pill quiet', 'aria-label': 'Cancel' }));
  }

  /** Nothing is pointed at: what was selected or shown by a tap stays. */
  rest() {
    if (this.armed) this.aim(this.armed);
    else this.point(this.anchor);
  }

  /** @param {number | null} number */
  point(number) {
    this.aim(meaning(this.moves, this.anchor, number));
  }

  /**
   * Previews a move of either seat; null clears the preview.
   * @param {Move | null} move
   */
  aim(move) {
    if (this.mini) return;
    const then = new Map(move?.then ?? []);
    const over = pointed(move ? [move] : []).flatMap(numbersOf);
    const touched = new Set([...over, ...then.keys(), ...(this.anchor === null ? [] : [this.anchor])]);
    for (const number of new Set([...touched, ...this.touched])) {
      const index = number - this.origin;
      const cell = this.cells[index];
      if (!cell) continue;
      const letter = this.state.cells[index];
      const coming = then.get(number) ?? letter;
      const { classList } = cell.node;
      classList.toggle('aimed', over.includes(number));
      classList.toggle('aim-first', over[0] === number);
      classList.toggle('aim-last', over.at(-1) === number);
      classList.toggle('anchor', this.anchor === number);
      classList.toggle('changes', coming !== letter);
      // A mark that would disappear stays visible, so that its origin can be seen.
      classList.toggle('leaves', coming !== letter && coming === '.');
      this.draw(cell, coming === '.' ? letter : coming, false);
      // A capture shows both pieces before it happens.
      const captured = Boolean(move && 'captures' in move && move.captures && over.at(-1) === number);
      classList.toggle('captures', captured);
      cell.node.querySelector('.captive')?.remove();
      if (captured) {
        const captive = drawing(letter);
        captive.classList.add('captive');
        cell.node.append(captive);
      }
    }
    this.touched = touched;
    if (this.aimed === move) return;
    this.aimed = move;
    this.options.onAim?.(move);
  }

  /** @param {Event} event */
  focused(event) {
    const number = this.cellOf(event.target);
    if (number === null) return;
    this.rove(number - this.origin);
    this.point(number);
  }

  /** @param {PointerEvent} event */
  grab({ button: pressed, target, pointerId, pointerType }) {
    this.dragged = false;
    this.touch = pointerType === 'touch';
    this.from = pressed === 0 && this.moves.length ? this.cellOf(target) : null;
    // A finger cannot hover: what it touches is previewed before it is lifted.
    if (this.from !== null && this.anchor === null) this.point(this.from);
    clearTimeout(this.holding);
    if (this.touch && this.from !== null) this.holding = setTimeout(() => this.hold(), HELD);
    if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
  }

  /** A finger that rests on a cell is sure of it. */
  hold() {
    const moves = this.from === null ? [] : movesAt(this.moves, this.from);
    if (moves.length !== 1) return;
    this.dragged = true;
    this.from = null;
    navigator.vibrate?.(20);
    this.decide(moves, true);
  }

  /** @param {PointerEvent} event */
  drag({ clientX, clientY, pointerType }) {
    const over = this.cellOf(document.elementFromPoint(clientX, clientY));
    if (over === null) return;
    if (over !== this.from) clearTimeout(this.holding);
    if (this.from === null) {
      if (pointerType === 'mouse') this.point(over);
    } else if (over === this.from) this.point(over);
    else this.aim(dragMeaning(this.moves, this.from, over)[0] ?? null);
  }

  /** @param {PointerEvent} event */
  drop({ clientX, clientY }) {
    const { from } = this;
    this.from = null;
    clearTimeout(this.holding);
    const over = this.cellOf(document.elementFromPoint(clientX, clientY));
    if (from === null || over === null || over === from) return;
    this.dragged = true;
    this.decide(dragMeaning(this.moves, from, over));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Escape') {
      if (this.cancel()) event.stopPropagation();
      return;
    }
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.per, ArrowDown: this.per, Home: -this.at,
      End: this.cells.length - 1 - this.at };
    const by = ways[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = this.at + by;
    if (to < 0 || to >= this.cells.length) return;
    if (event.shiftKey && this.moves.length) {
      this.anchor ??= this.origin + this.at;
      this.showChoice([]);
    }
    this.rove(to);
    this.focus();
  }
}
