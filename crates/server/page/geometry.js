// The number line without its drawing: what a cell is called, what pointing at it means, and how many cells fit in a
// row.

/**
 * @import { Line, Move, Pointed } from '../page-types/wire.js'
 */

const WIDEST = 128;
/** A line of this many cells stays in one row, even on a phone. */
const SHORT = 12;
/** The narrowest cell that a finger can still hit, if it is tall. */
const SLIM = 24;

/**
 * A number as it is shown; on a line too long for exact numbers, cells are counted from `base`.
 * @param {number} number
 * @param {bigint} [base]
 */
export function numeral(number, base) {
  if (base !== undefined) return String(base + BigInt(number));
  return number < 0 ? `−${-number}` : String(number);
}

/**
 * The last digits of a number that does not fit into a cell.
 * @param {string} text
 */
export function shortened(text) {
  return text.length > 4 ? `…${text.slice(-3)}` : text;
}

/**
 * The first number shown.
 * @param {Line} line
 */
export function origin({ from, first }) {
  return from ?? first;
}

/**
 * Whether two states show the same part of the same line.
 * @param {Line | null | undefined} before
 * @param {Line} after
 */
export function samePart(before, after) {
  return before && origin(before) === origin(after) && before.base === after.base
    && before.cells.length === after.cells.length;
}

/**
 * The cells that differ between two states; none where they show different parts of the line.
 * @param {Line | null | undefined} before
 * @param {Line} after
 */
export function changed(before, after) {
  if (!before || !samePart(before, after)) return [];
  return [...after.cells].flatMap((letter, index) => (letter === before.cells[index] ? [] : [origin(after) + index]));
}

/**
 * Cells as numbers. In a room they are always exact.
 * @param {(number | string)[] | undefined} cells
 */
export function cellsOf(cells) {
  return (cells ?? []).map(Number);
}

/**
 * Cells as a board counts them; on a line too long for exact numbers that is from its first one.
 * @param {{ base?: bigint }} board
 * @param {(number | string)[] | undefined} cells
 */
export function near({ base = 0n }, cells) {
  return (cells ?? []).map((cell) => Number(BigInt(cell) - base));
}

/**
 * The moves that are made by pointing at cells.
 * @param {Move[]} moves
 * @returns {Pointed[]}
 */
export function pointed(moves) {
  return moves.flatMap((move) => (move.cells ? [{ ...move, cells: move.cells }] : []));
}

/**
 * All numbers that a move points at.
 * @param {Pointed} move
 */
export function numbersOf({ cells: [from, to] }) {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/**
 * Whether several moves point at the same number.
 * @param {Pointed[]} moves
 */
export function overlap(moves) {
  const numbers = moves.flatMap(numbersOf);
  return numbers.length > new Set(numbers).size;
}

/**
 * The moves that point at a number, possibly among others.
 * @param {Pointed[]} moves
 * @param {number} number
 */
export function movesAt(moves, number) {
  return moves.filter(({ cells: [from, to] }) => from <= number && number <= to);
}

/**
 * The moves that point at exactly the numbers from one to another.
 * @param {Pointed[]} moves
 * @param {number} a
 * @param {number} b
 */
export function movesOver(moves, a, b) {
  return moves.filter(({ cells: [from, to] }) => from === Math.min(a, b) && to === Math.max(a, b));
}

/**
 * What pointing at a number would mean, given the first cell of a selection, if there is one.
 * @param {Pointed[]} moves
 * @param {number | null} anchor
 * @param {number | null} number
 */
export function meaning(moves, anchor, number) {
  if (number === null) return null;
  const [over] = anchor === null ? [] : movesOver(moves, anchor, number);
  if (over) return over;
  const at = movesAt(moves, number);
  return at.find(({ cells: [from, to] }) => from === to) ?? (at.length === 1 ? at[0] : null);
}

/**
 * What dragging from one number to another means: all numbers in between, or moving the piece.
 * @param {Pointed[]} moves
 * @param {number} from
 * @param {number} to
 */
export function dragMeaning(moves, from, to) {
  const over = movesOver(moves, from, to);
  if (over.length) return over;
  return movesAt(moves, to).filter((move) => move.then?.some(([number, letter]) => number === from && letter === '.'));
}

/**
 * The number of cells per row that fingers can hit, with rows of equal length.
 * @param {number} count
 * @param {number} width
 * @param {number} narrowest
 * @param {boolean} valued whether cells also show values, which need their width
 */
export function layout(count, width, narrowest, valued = false) {
  const least = count <= SHORT && !valued ? SLIM : narrowest;
  const most = Math.max(1, Math.floor(width / least));
  const rows = Math.ceil(count / most);
  const per = Math.ceil(count / rows);
  return { rows, per, cell: Math.min(WIDEST, Math.floor(width / per)) };
}

/**
 * The sizes of a line's parts in pixels: of a cell, its mark, its number, and where the axis is. Numbers stay on one line.
 * @param {number} cell the width of a cell
 * @param {number} rows
 * @param {number} longest the number of characters in the longest number
 * @param {number} high the height of the window
 */
export function sizes(cell, rows, longest, high = 900) {
  const most = rows === 1 ? Math.max(40, Math.min(84, high * 0.06)) : 40;
  const mark = Math.round(Math.max(20, Math.min(most, cell * 0.86)));
  const num = Math.round(Math.min(26, mark * 0.48, (cell - 2) / (longest * 0.6)) * 10) / 10;
  const axis = Math.round(mark / 2 + 22);
  return { cell, mark, num: Math.max(num, 10), axis,
    tall: Math.round(axis + mark / 2 + Math.max(num, 10) * 1.25 + 16) };
}
