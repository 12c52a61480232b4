// What a line shows beside its marks: landmarks, the values of moves, and the names of cells for screen readers.

import { pointed } from './geometry.js';
import { el } from './kit.js';
import { emblem } from './marks.js';

/** @import { Cell, Line } from './board.js' */

/** @type {Record<string, string>} */
export const LETTERS = { '.': 'open', x: 'crossed out', 1: 'claimed by Player 1', 2: 'claimed by Player 2',
  '-': 'blocked', o: 'the shared piece', A: 'Player 1’s piece', B: 'Player 2’s piece' };
/** @type {Record<string, string>} The signs of cells that mean something wherever the pieces are. */
const LANDMARKS = { loses: '✕', base: '⌂', goal: '⚑' };

/**
 * Names a cell for screen readers: everything that it shows.
 * @param {Line} line
 * @param {Cell} cell
 * @param {number} index
 */
export function nameCell(line, { node }, index) {
  const letter = line.state.cells[index];
  const number = line.origin + index;
  const mark = line.options.landmarks?.find(({ cell }) => Number(cell) === number);
  // The name begins with what the cell shows.
  const shown = [line.numeral(index),
    ...[...node.querySelectorAll('.chip')].map(({ textContent }) => textContent?.trim())];
  const parts = [shown.join(' '), LETTERS[letter] ?? letter, mark?.text, line.last.includes(number) && 'last move',
    line.blocked.includes(number) && 'blocked by the last move'];
  node.setAttribute('aria-label', parts.filter(Boolean).join(', '));
}

/**
 * Marks the cells that mean something wherever the pieces are.
 * @param {Line} line
 */
export function showLandmarks(line) {
  if (line.mini) return;
  for (const sign of line.row.querySelectorAll('.landmark')) sign.remove();
  for (const { cell, kind, seat, text } of line.options.landmarks ?? []) {
    line.cells[Number(cell) - line.origin]?.node.append(
      el('span', { class: `landmark ${kind}`, title: text, 'aria-hidden': 'true', testid: `landmark-${cell}` },
        seat ? emblem(seat) : null, LANDMARKS[kind] ?? ''),
    );
  }
}

/**
 * Shows what moves are worth.
 * @param {Line} line
 */
export function showValues(line) {
  const values = line.options.values ?? [];
  line.root.classList.toggle('valued', values.length > 0);
  const chips = line.row.querySelectorAll('.chip');
  for (const chip of chips) chip.remove();
  if (chips.length) { for (const [index, cell] of line.cells.entries()) nameCell(line, cell, index); }
  if (!values.length) return;
  const all = pointed((line.state.moves ?? []).flat());
  for (const { text, letter, remoteness, label } of values) {
    const move = all.find((candidate) => candidate.text === text);
    if (!move) continue;
    const [from, to] = move.cells;
    const style = `chip value-${letter}${from === to ? '' : ' between'}`;
    const index = from - line.origin;
    const cell = line.cells[index];
    cell?.node.append(
      el('span', { class: style, title: `${text}: ${label}` }, ' ', el('span', {}, letter, remoteness ?? null)),
    );
    if (cell && !line.mini) nameCell(line, cell, index);
  }
}
