// What diffs leave out: texts that follow from earlier ones, and what the line shows after a move.

/** @import { Move, MoveColumns } from '../page-types/wire.js' */

/**
 * @typedef {{ first: number, cells: string }} Line
 * @typedef {[number | string, string]} Stretch a cell, and the letters from there on
 */

// The letters of pieces, which are in one place at a time.
const PIECES = 'oAB';

/**
 * The numbers of a text.
 * @param {string} text
 */
export const numbersOf = (text) => (text.match(/[0-9]+/g) ?? []).map(Number);

/**
 * A text with other numbers.
 * @param {string} text
 * @param {number[]} numbers
 */
const withNumbers = (text, numbers) => {
  let place = 0;
  return text.replace(/[0-9]+/g, () => String(numbers[place++]));
};

/**
 * The text of the last ply with the last ones of these numbers. If another seat made it, the names change places.
 * @param {string} text
 * @param {string[]} names
 * @param {boolean} changes
 * @param {number[]} numbers
 */
export function retold(text, [one, two], changes, numbers) {
  const parts = text.split(one).map((part) => part.split(two));
  const needed = parts.flat().flatMap(numbersOf).length;
  const left = numbers.slice(numbers.length - needed);
  const filled = parts.map((part) =>
    part.map((words) => withNumbers(words, left.splice(0, numbersOf(words).length))).join(changes ? one : two)
  );
  return filled.join(changes ? two : one);
}

/**
 * The letters of the line after a ply with these first and last cells.
 * @param {Line} line
 * @param {string | Stretch | undefined} shown
 * @param {number[] | null | undefined} ends
 */
export function lineAfter({ first, cells }, shown, ends) {
  const letters = [...cells];
  if (Array.isArray(shown)) {
    const from = Number(shown[0]) - first;
    letters.splice(from, shown[1].length, ...shown[1]);
  } else if (ends) {
    const [from, to] = [ends[0] - first, ends[ends.length - 1] - first];
    const letter = shown ?? letters[from];
    if (PIECES.includes(letter)) {
      if (letters.includes(letter)) letters[letters.indexOf(letter)] = '.';
      letters[to] = letter;
    } else if (shown) letters.fill(shown, from, to + 1);
  }
  return letters.join('');
}

/**
 * Texts, some of which are told by the last whole one with as many numbers, or by the numbers of another text.
 * @param {(string | number | number[] | undefined)[]} column
 * @param {string[]} others
 */
function texts(column, others) {
  /** @type {string[]} */
  const models = [];
  return column.map((told = [], place) => {
    if (typeof told === 'string') {
      models[numbersOf(told).length] = told;
      return told;
    }
    const given = typeof told === 'number' ? [told] : told;
    const numbers = given.length ? given : numbersOf(others[place]);
    return withNumbers(models[numbers.length], numbers);
  });
}

/**
 * What the line shows after each move.
 * @param {MoveColumns['then']} column
 * @param {number} count
 */
function stretches(column, count) {
  if (!Array.isArray(column)) return Array(count).fill(column ?? null);
  let letters = '';
  return column.map((told) => {
    if (Array.isArray(told)) letters = told[1];
    return told === null || Array.isArray(told) ? told : [told, letters];
  });
}

/**
 * The moves of columns.
 * @param {MoveColumns} columns
 * @param {Line} line
 * @returns {Move[]}
 */
export function movesOf(columns, line) {
  const typed = texts(columns.text, []);
  const effects = texts(typed.map((_, place) => columns.effect[place]), typed);
  const shown = stretches(columns.then, typed.length);
  const captures = new Map(columns.captures);
  /** @param {number} place */
  const cellsOf = (place) => {
    const cells = columns.cells?.[place];
    if (Array.isArray(cells)) return cells.map(Number);
    if (cells !== null && cells !== undefined) return [Number(cells), Number(cells)];
    if (columns.cells?.length || columns.card) return null;
    const numbers = numbersOf((columns.cells ? typed : effects)[place]);
    return [numbers[0], numbers[numbers.length - 1]];
  };
  /** @param {number} place */
  const cardOf = (place) => columns.card?.length === 0 ? numbersOf(typed[place])[0] : columns.card?.[place] ?? null;
  return typed.map((text, place) => {
    const [cells, card, then] = [cellsOf(place), cardOf(place), shown[place]];
    const after = then === null ? '' : lineAfter(line, then, cells);
    const changes = [...after].map((letter, index) => [line.first + index, letter]).filter(([, letter], index) =>
      letter !== line.cells[index]
    );
    return { text, effect: effects[place], ends: columns.ends?.includes(place) ?? false, ...(cells && { cells }),
      ...(card !== null && { card }), ...(captures.has(place) && { captures: captures.get(place) }),
      ...(then !== null && Object.fromEntries([['then', changes]])) };
  });
}
