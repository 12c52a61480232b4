// The number line of any game, drawn from letters: what stands in each cell, and which cells a move points at. Nothing in
// here knows a game: what can be done, and what it would do, comes from the list of moves.
//
//   const line = drawLine(container, state, options);   // state: {first, cells, moves}; of a window {first, last, from, …}
//   line.show(nextState, options);                      // what changed is moved, drawn or faded in
//
// options: seat       whose moves can be made here: 1 or 2; without it nothing can be pointed at
//          onMove     called with the text of the move, and the move
//          onAim      called with the move that is pointed at, or null
//          onIdle     called with the number of a cell in which nothing can be played
//          values     what moves are worth: [{text, letter: 'W'|'D'|'L', label}]
//          last       numbers of the cells to mark as the last move
//          mini       a small picture, not for playing
//          label      what the line is called for who cannot see it

import { el, put, calm, announce } from './kit.js';
import { drawing } from './marks.js';

const LETTERS = {
  '.': 'open', x: 'crossed out', 1: 'claimed by Player 1', 2: 'claimed by Player 2', '-': 'blocked',
  o: 'the piece of both', A: 'the piece of Player 1', B: 'the piece of Player 2',
};
const PIECES = 'oAB';
// Fingers need more room than a mouse does.
const narrowest = () => (matchMedia('(any-pointer: coarse)').matches || innerWidth < 640 ? 44 : 36);
const WIDEST = 92;
const ROOMY = 62;

/** A number as it is shown; on a line too long for exact numbers, places are counted from `base`. */
const shownAs = (number, base) => (base === undefined ? sign(number) : `${BigInt(base) + BigInt(number)}`);
/** The end of a number that does not fit into a cell. */
const short = (text) => (text.length > 4 ? `…${text.slice(-3)}` : text);
const sign = (number) => (number < 0 ? `−${-number}` : `${number}`);
const within = (move, number) => move.cells && move.cells[0] <= number && number <= move.cells[1];
const span = (a, b) => (a < b ? [a, b] : [b, a]);

/** The cells that look different from one state to the next; none where they show different parts of the line. */
export function changed(before, after) {
  const origin = ({ from, first }) => from ?? first;
  const same = before && origin(before) === origin(after) && before.base === after.base && before.cells.length === after.cells.length;
  return same ? [...after.cells].flatMap((letter, index) => (letter === before.cells[index] ? [] : [origin(after) + index])) : [];
}

/** Draws a line into a container. */
export function drawLine(container, state, options = {}) {
  const line = new Line(container, options);
  line.show(state, options);
  return line;
}

class Line {
  constructor(container, { mini = false } = {}) {
    this.mini = mini;
    this.row = el('div', { class: 'cells' });
    this.choice = el('div', { class: 'choice', role: 'group', 'aria-label': 'Which move?', data: { testid: 'choice' } });
    this.root = el('div', { class: mini ? 'line mini' : 'line', role: mini ? 'img' : 'group', data: { testid: mini ? 'mini' : 'line' } },
      this.row, mini ? null : this.choice);
    this.cells = [];
    this.touched = new Set();
    this.state = null;
    this.anchor = null;
    this.at = 0;
    this.last = [];
    container.append(this.root);
    if (mini) return;
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.root);
    this.row.addEventListener('click', (event) => this.clicked(event));
    this.row.addEventListener('keydown', (event) => this.key(event));
    this.row.addEventListener('pointerdown', (event) => this.grab(event));
    this.row.addEventListener('pointermove', (event) => this.drag(event));
    this.row.addEventListener('pointerup', (event) => this.drop(event));
    this.row.addEventListener('pointercancel', () => this.cancel());
    this.row.addEventListener('pointerleave', () => { if (this.from === null) this.point(this.anchor); });
    this.row.addEventListener('focusin', (event) => this.focused(event));
    this.row.addEventListener('focusout', () => this.point(this.anchor));
    this.from = null;
  }

  /** Shows another state; what moved is seen to move. */
  show(state, options = this.options) {
    const before = this.state;
    this.options = options;
    this.state = state;
    this.anchor = null;
    this.moves = (options.seat && state.moves?.[options.seat - 1]?.filter((move) => move.cells)) || [];
    // Whoever moves, the cells are the same; whether it is the one who looks is said for the whole line.
    const listed = this.moves.length ? this.moves : (state.moves ?? []).flat().filter((move) => move.cells);
    this.playable = new Set(listed.flatMap(({ cells: [from, to] }) => Array.from({ length: to - from + 1 }, (_, step) => from + step)));
    const origin = state.from ?? state.first;
    const same = before && origin === this.origin && before.base === state.base && before.cells.length === state.cells.length;
    this.origin = origin;
    if (!same) this.build();
    const lastBefore = this.last;
    this.last = options.last ?? [];
    const places = same && !calm() ? this.places(before.cells, state.cells) : [];
    this.root.classList.toggle('live', this.moves.length > 0);
    if (!this.mini) this.root.setAttribute('aria-disabled', String(this.moves.length === 0));
    this.cells.forEach((cell, index) => this.paint(cell, index, same ? before.cells[index] : null));
    for (const { to, from } of places) this.slide(to, from);
    this.showValues();
    this.showChoice([]);
    if (!this.mini) {
      const wanted = this.row.contains(document.activeElement) ? this.at : this.home();
      this.rove(wanted);
      this.root.setAttribute('aria-label', this.describe());
    } else this.root.setAttribute('aria-label', options.label ?? this.describe());
    this.point(null);
    if (!same) this.measure();
    // Scrolling asks for a layout, which can wait until the picture is drawn.
    if (!this.mini && (before?.cells !== state.cells || lastBefore.join() !== this.last.join())) requestAnimationFrame(() => this.seek());
  }

  /** Of a line in many rows, shows the one where something happened last, or where a piece stands. */
  seek() {
    const { row } = this;
    if (row.scrollHeight <= row.clientHeight || row.contains(document.activeElement)) return;
    const piece = [...this.state.cells].findIndex((letter) => PIECES.includes(letter));
    const cell = this.cells[this.last.length ? this.last.at(-1) - this.origin : piece]?.button;
    if (!cell) return;
    const top = cell.offsetTop - row.offsetTop;
    if (top < row.scrollTop || top + cell.offsetHeight > row.scrollTop + row.clientHeight) row.scrollTop = top - (row.clientHeight - cell.offsetHeight) / 2;
  }

  /** Lets go of the line. */
  remove() {
    this.sizes?.disconnect();
    this.root.remove();
  }

  /** Puts the keyboard's focus on the line. */
  focus() {
    this.cells[this.at]?.button.focus();
  }

  /** Forgets what was pointed at. Says whether there was something. */
  cancel() {
    const had = this.anchor !== null;
    this.anchor = null;
    this.from = null;
    this.showChoice([]);
    this.point(null);
    return had;
  }

  /** Shows what a move would do, whoever makes it; null shows nothing. */
  preview(move) {
    this.aim(move);
  }

  describe() {
    const name = this.options.label ?? 'The number line';
    const [from, to] = [0, this.cells.length - 1].map((index) => shownAs(this.number(index), this.state.base));
    return `${name}, ${from} to ${to}`;
  }

  number(index) {
    return this.origin + index;
  }

  build() {
    const { first, last, cells } = this.state;
    this.at = 0;
    this.cells = [...cells].map((_, index) => {
      const number = this.number(index);
      const mark = drawing('.');
      const text = shownAs(number, this.state.base);
      const numeral = el('span', { class: text === short(text) ? 'num' : 'num long', text: short(text) });
      const button = this.mini
        ? el('span', { class: 'cell' }, mark)
        : el('button', { type: 'button', class: 'cell', tabindex: -1, data: { cell: number, testid: `cell-${number}` } }, mark, numeral);
      if (this.mini && (index === 0 || index === cells.length - 1)) button.append(numeral);
      return { button, mark, numeral, letter: '.' };
    });
    const end = this.number(cells.length - 1);
    this.cells[0]?.button.classList.add(this.origin === first ? 'edge-first' : 'more-first');
    this.cells.at(-1)?.button.classList.add((last ?? end) === end ? 'edge-last' : 'more-last');
    put(this.row, this.cells.map((cell) => cell.button));
    this.per = 0;
    this.touched = new Set();
  }

  /** Touches only what is another than before: with many cells, that is what makes a move quick to see. */
  paint(cell, index, before) {
    const letter = this.state.cells[index];
    const number = this.number(index);
    const { button } = cell;
    this.draw(cell, letter, before !== null && before !== letter && !PIECES.includes(letter));
    const look = `${letter}${this.playable.has(number) ? ' legal' : ''}${this.last.includes(number) ? ' last' : ''}`;
    if (cell.look === look) return;
    cell.look = look;
    const [legal, last] = [look.includes('legal'), look.includes('last')];
    button.dataset.mark = letter;
    button.classList.toggle('last', last);
    if (this.mini) return;
    button.classList.toggle('legal', legal);
    button.setAttribute('aria-disabled', legal ? 'false' : 'true');
    button.setAttribute('aria-label', `${shownAs(number, this.state.base)}, ${LETTERS[letter] ?? letter}${last ? ', last move' : ''}`);
  }

  draw(cell, letter, fresh) {
    if (cell.letter === letter && !fresh) return;
    const mark = drawing(letter);
    if (fresh) mark.classList.add('fresh');
    cell.mark.replaceWith(mark);
    cell.mark = mark;
    cell.letter = letter;
  }

  /** Where pieces stood that stand somewhere else now. */
  places(before, after) {
    return [...PIECES].flatMap((letter) => {
      const [from, to] = [before.indexOf(letter), after.indexOf(letter)];
      if (from < 0 || to < 0 || from === to) return [];
      return [{ to, from: this.cells[from].mark.getBoundingClientRect() }];
    });
  }

  slide(index, from) {
    const { mark } = this.cells[index];
    const to = mark.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    // Far away pieces are not slower for it.
    const duration = Math.min(700, 260 + Math.abs(x) * 1.2);
    mark.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
      { duration, easing: 'cubic-bezier(.3,.1,.2,1)' });
  }

  /** Where the keyboard begins: at the first cell that can be played. */
  home() {
    const index = this.cells.findIndex((_, place) => this.moves.some((move) => within(move, this.number(place))));
    if (index < 0) return Math.min(this.at, this.cells.length - 1);
    const here = this.moves.some((move) => within(move, this.number(this.at)));
    return here ? this.at : index;
  }

  rove(index) {
    const to = Math.max(0, Math.min(index, this.cells.length - 1));
    const [old, next] = [this.cells[this.at]?.button, this.cells[to]?.button];
    this.at = to;
    // To change it on what has the focus asks for a layout, so it is left alone where it is right.
    if (old !== next) old?.setAttribute('tabindex', '-1');
    if (next && next.getAttribute('tabindex') !== '0') next.setAttribute('tabindex', '0');
  }

  /** As many cells in a row as fingers can hit, and all rows equally long. */
  measure() {
    const count = this.cells.length;
    if (!count) return;
    if (this.mini) {
      this.row.style.setProperty('--per', count);
      return;
    }
    const width = this.root.clientWidth;
    if (!width) return;
    const most = Math.max(1, Math.floor(width / narrowest()));
    const rows = Math.ceil(count / most);
    const per = Math.ceil(count / rows);
    const cell = Math.min(WIDEST, Math.floor(width / per));
    this.row.style.setProperty('--cell', `${cell}px`);
    this.root.classList.toggle('roomy', cell >= ROOMY && rows === 1);
    if (per === this.per) return;
    this.per = per;
    this.row.style.setProperty('--per', per);
    this.root.classList.toggle('wrapped', rows > 1);
    this.cells.forEach(({ button }, index) => {
      button.classList.toggle('row-first', index % per === 0 && index > 0);
      button.classList.toggle('row-last', index % per === per - 1 && index < count - 1);
    });
  }

  exact(a, b) {
    const [first, last] = span(a, b);
    return this.moves.filter((move) => move.cells[0] === first && move.cells[1] === last);
  }

  cellOf(target) {
    const button = target?.closest?.('.cell');
    return button && this.row.contains(button) ? Number(button.dataset.cell) : null;
  }

  clicked(event) {
    const number = this.cellOf(event.target);
    if (number === null) return;
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.choose(number);
  }

  /** One has pointed at a cell, and means it. */
  choose(number) {
    this.rove(number - this.origin);
    if (this.anchor !== null) {
      const meant = this.exact(this.anchor, number);
      if (meant.length === 1) return this.play(meant[0]);
      if (meant.length > 1) return this.showChoice(meant);
      if (number === this.anchor) return void this.cancel();
    }
    const moves = this.moves.filter((move) => within(move, number));
    if (moves.length === 0) {
      this.cancel();
      this.options.onIdle?.(number);
    } else if (moves.length === 1) this.play(moves[0]);
    else {
      this.anchor = number;
      this.showChoice(moves);
      this.point(number);
    }
  }

  play(move) {
    this.cancel();
    this.options.onMove?.(move.text, move);
  }

  showChoice(moves) {
    if (this.mini) return;
    // Room is kept where a cell may have several meanings, so that nothing jumps about.
    const width = ({ cells: [from, to] }) => to - from + 1;
    this.choice.classList.toggle('kept', this.moves.reduce((sum, move) => sum + width(move), 0) > this.playable.size);
    if (!moves.length && !this.choice.hasChildNodes()) return;
    this.choice.classList.toggle('open', moves.length > 0);
    if (moves.length) announce(`Which move? ${moves.map((move) => move.text).join(', or ')}.`);
    put(this.choice, moves.length === 0 ? [] : [
      el('span', { class: 'faint', text: 'Play' }),
      moves.map((move) => el('button', {
        type: 'button', class: 'pill', text: move.text, data: { testid: 'choose', move: move.text },
        on: {
          click: () => this.play(move),
          pointerenter: () => this.aim(move),
          focus: () => this.aim(move),
          pointerleave: () => this.point(this.anchor),
        },
      })),
      el('button', { type: 'button', class: 'pill quiet', text: '✕', 'aria-label': 'Cancel', on: { click: () => { this.cancel(); this.focus(); } } }),
    ]);
  }

  /** What pointing at a cell would mean now. */
  meaning(number) {
    if (number === null) return null;
    if (this.anchor !== null) {
      const [move] = this.exact(this.anchor, number);
      if (move) return move;
    }
    const moves = this.moves.filter((move) => within(move, number));
    return moves.find((move) => move.cells[0] === move.cells[1]) ?? (moves.length === 1 ? moves[0] : null);
  }

  point(number) {
    this.aim(this.meaning(number));
  }

  aim(move) {
    if (this.mini) return;
    const then = new Map(move?.then ?? []);
    const span = move?.cells ? Array.from({ length: move.cells[1] - move.cells[0] + 1 }, (_, step) => move.cells[0] + step) : [];
    const touched = new Set([...span, ...then.keys(), ...(this.anchor === null ? [] : [this.anchor])]);
    for (const number of new Set([...touched, ...this.touched])) {
      const index = number - this.origin;
      const cell = this.cells[index];
      if (!cell) continue;
      const aimed = Boolean(move) && within(move, number);
      const letter = this.state.cells[index];
      const coming = then.get(number);
      const changes = coming !== undefined && coming !== letter;
      const { classList } = cell.button;
      classList.toggle('aimed', aimed);
      classList.toggle('aim-first', aimed && move.cells[0] === number);
      classList.toggle('aim-last', aimed && move.cells[1] === number);
      classList.toggle('anchor', this.anchor === number);
      classList.toggle('changes', changes);
      // A mark that would go away stays to be seen, so that one sees where it comes from.
      classList.toggle('leaves', changes && coming === '.');
      this.draw(cell, changes && coming !== '.' ? coming : letter, false);
    }
    this.touched = touched;
    if (this.aimed !== (move ?? null)) {
      this.aimed = move ?? null;
      this.options.onAim?.(this.aimed);
    }
  }

  focused(event) {
    const number = this.cellOf(event.target);
    if (number === null) return;
    this.rove(number - this.origin);
    this.point(number);
  }

  grab(event) {
    this.dragged = false;
    this.from = event.button === 0 && this.moves.length ? this.cellOf(event.target) : null;
    // A finger cannot hover: what it touches is shown before it is lifted.
    if (this.from !== null && this.anchor === null) this.point(this.from);
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  drag(event) {
    const over = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (this.from === null) {
      if (event.pointerType === 'mouse' && over !== null) this.point(over);
      return;
    }
    if (over === null) return;
    if (over === this.from) return this.point(over);
    this.aim(this.dragMeaning(this.from, over)[0] ?? null);
  }

  /** What dragging from a cell to another means: all between them, or the piece from here to there. */
  dragMeaning(from, to) {
    const spanned = this.exact(from, to);
    if (spanned.length) return spanned;
    const leaves = (move) => move.then?.some(([number, letter]) => number === from && letter === '.');
    return this.moves.filter((move) => within(move, to) && leaves(move));
  }

  drop(event) {
    const from = this.from;
    this.from = null;
    if (from === null) return;
    const over = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (over === null || over === from) return;
    this.dragged = true;
    const moves = this.dragMeaning(from, over);
    if (moves.length === 1) this.play(moves[0]);
    else if (moves.length > 1) this.showChoice(moves);
    else this.cancel();
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.per, ArrowDown: this.per, Home: -this.at, End: this.cells.length - 1 - this.at }[event.key];
    if (event.key === 'Escape') {
      if (this.cancel()) event.stopPropagation();
      return;
    }
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = this.at + by;
    if (to < 0 || to >= this.cells.length) return;
    if (event.shiftKey && this.moves.length) {
      this.anchor ??= this.number(this.at);
      this.showChoice([]);
    }
    this.rove(to);
    this.focus();
  }

  showValues() {
    const { values } = this.options;
    this.root.classList.toggle('valued', Boolean(values?.length));
    for (const { button } of this.cells) for (const chip of button.querySelectorAll('.chip')) chip.remove();
    if (!values?.length) return;
    const all = (this.state.moves ?? []).flat();
    for (const value of values) {
      const move = all.find((candidate) => candidate.text === value.text && candidate.cells);
      const cell = move && this.cells[move.cells[0] - this.origin];
      if (!cell) continue;
      const wide = move.cells[0] !== move.cells[1];
      cell.button.append(el('span', {
        class: `chip value-${value.letter}${wide ? ' between' : ''}`, text: value.label ?? value.letter,
        title: `${move.text}: ${value.label ?? value.letter}`,
      }));
    }
  }
}
