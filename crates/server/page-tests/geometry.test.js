// The number line without its drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changed, dragMeaning, layout, meaning, movesAt, movesOver, near, numbersOf, numeral, pointed, samePart,
  shortened, sizes } from '../page/geometry.js';

const move = (text, from, to = from, then = undefined) => ({ text, cells: [from, to], then });
const texts = (moves) => moves.map((each) => each.text);
// Crossing out one number or two neighbours.
const CROSSES = [move('5', 5), move('6', 6), move('5 6', 5, 6), move('6 7', 6, 7)];
// A piece on 3 goes to 4 or 5.
const STEPS = [move('1 right', 4, 4, [[3, '.'], [4, 'o']]), move('2 right', 5, 5, [[3, '.'], [5, 'o']])];

test('numbers have a proper sign, and long ones are shortened', () => {
  assert.deepEqual([numeral(7), numeral(-7), numeral(-7, 100n)], ['7', '−7', '93']);
  assert.equal(numeral(2, 9007199254740993n), '9007199254740995');
  assert.deepEqual([shortened('1234'), shortened('12345')], ['1234', '…345']);
});

test('changes are found only within the same part of a line', () => {
  const line = (cells, more) => ({ first: 1, cells, ...more });
  assert.deepEqual(changed(line('....'), line('.xx.')), [2, 3]);
  assert.deepEqual(changed(line('....', { from: 7 }), line('...x', { from: 7 })), [10]);
  assert.deepEqual(changed(null, line('x')), []);
  assert.deepEqual(changed(line('....'), line('xxxx', { from: 2 })), []);
  assert.ok(!samePart(line('..', { base: 5n }), line('..', { base: 6n })));
});

test('moves without cells cannot be pointed at', () => {
  assert.deepEqual(texts(pointed([{ text: 'pass' }, { text: '3', card: 3, cells: null }, ...CROSSES])), texts(CROSSES));
  assert.deepEqual(numbersOf(move('', 5, 8)), [5, 6, 7, 8]);
});

test('moves are found by what they point at', () => {
  assert.deepEqual(texts(movesAt(CROSSES, 6)), ['6', '5 6', '6 7']);
  assert.deepEqual(texts(movesOver(CROSSES, 6, 5)), ['5 6']);
  assert.deepEqual(texts(movesOver(CROSSES, 5, 7)), []);
});

test('a cell means itself before it means more', () => {
  assert.equal(meaning(CROSSES, null, 6).text, '6');
  assert.equal(meaning(CROSSES, 5, 6).text, '5 6');
  assert.equal(meaning(CROSSES, null, 7).text, '6 7');
  assert.equal(meaning(CROSSES, null, 9), null);
  assert.equal(meaning(CROSSES, 5, null), null);
  assert.equal(meaning([move('a', 1, 2), move('b', 1, 3)], null, 1), null);
});

test('dragging covers cells, or moves a piece', () => {
  assert.deepEqual(texts(dragMeaning(CROSSES, 7, 6)), ['6 7']);
  assert.deepEqual(texts(dragMeaning(STEPS, 3, 5)), ['2 right']);
  assert.deepEqual(texts(dragMeaning(STEPS, 2, 5)), []);
});

test('rows are equally long, and cells are wide enough for fingers', () => {
  assert.deepEqual(layout(10, 1000, 44), { rows: 1, per: 10, cell: 100 });
  assert.deepEqual(layout(21, 500, 44), { rows: 2, per: 11, cell: 45 });
  assert.deepEqual(layout(3, 20, 44), { rows: 3, per: 1, cell: 20 });
  for (let count = 1; count <= 60; count += 1) {
    const { rows, per, cell } = layout(count, 360, 44);
    assert.ok(rows * per >= count && (rows - 1) * per < count && cell >= (count > 12 ? 44 : 24), `${count}`);
  }
});

test('a short line stays in one row on the smallest phone', () => {
  assert.deepEqual(layout(11, 300, 44), { rows: 1, per: 11, cell: 27 });
  assert.equal(layout(13, 300, 44).rows, 3);
});

test('a number of any length fits into its cell', () => {
  for (const cell of [24, 27, 36, 44, 128]) {
    for (const longest of [1, 2, 3, 4]) {
      const { num, mark, axis, tall } = sizes(cell, 1, longest);
      assert.ok(num <= 10 || num * 0.6 * longest <= cell, `${longest} in ${cell}: ${num}`);
      assert.ok(mark <= Math.max(20, cell) && tall >= axis + mark / 2 + num, `${longest} in ${cell}`);
    }
  }
});

test('cells of a long line are counted from its base', () => {
  assert.deepEqual(near({ base: 10n ** 18n }, [`${10n ** 18n + 3n}`]), [3]);
  assert.deepEqual(near({}, [4, 5]), [4, 5]);
  assert.deepEqual(near({}, undefined), []);
});
