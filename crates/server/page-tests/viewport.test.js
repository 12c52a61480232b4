// A part of a line that is longer than the screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellsFor, Part } from '../page/viewport.js';

const part = (first, last, from, cells) => new Part({ ends: [first, last, from], cells: '.'.repeat(cells) });

test('a narrow screen shows fewer cells', () => {
  assert.deepEqual([cellsFor(0), cellsFor(320), cellsFor(1000)], [60, 24, 60]);
});

test('the window stays within the line', () => {
  const window = part(1n, 100n, 41n, 20);
  assert.deepEqual([window.from(-5n), window.from(1n), window.from(81n), window.from(82n)], [1n, 1n, 81n, 81n]);
  assert.equal(window.text, 'Numbers 41 to 60 of 1 to 100');
});

test('a typed number is centered', () => {
  const window = part(1n, 10n ** 18n, 1n, 60);
  assert.equal(window.around(' 1,000,000 '), 999_970n);
  assert.equal(window.around('999999999999999999'), 10n ** 18n - 59n);
  assert.equal(window.around('-5'), 1n);
  assert.deepEqual([window.around('five'), window.around(''), window.around('1'.repeat(20))], [null, null, null]);
});

test('the slider spans the whole line', () => {
  const window = part(0n, 10n ** 18n, 10n ** 18n - 59n, 60);
  assert.equal(window.thousandths, 1000);
  assert.deepEqual([window.slid(0), window.slid(1000)], [0n, 10n ** 18n - 59n]);
  assert.equal(part(0n, 9n, 0n, 10).thousandths, 0);
});
