// Curves: where the figures lie, and the words for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inWords, plotted } from '../page/curve.js';
import { addressOf } from '../page/progress.js';
import { freshSeed, today } from '../page/puzzles.js';

test('the lowest figure lies at the bottom and the highest at the top', () => {
  const { low, high, points } = plotted([1500, 1400, 1600], 200, 100);
  assert.deepEqual([low, high], [1400, 1600]);
  assert.deepEqual(points, [[0, 50], [100, 100], [200, 0]]);
});

test('equal figures lie in the middle', () => {
  assert.deepEqual(plotted([5, 5], 10, 100).points, [[0, 50], [10, 50]]);
});

test('a curve is said in words', () => {
  assert.equal(inWords([1500, 1400, 1600], 'Rating', ''), 'Rating: from 1500 to 1600, lowest 1400, highest 1600.');
});

test('a suggestion leads to its page', () => {
  assert.equal(addressOf('learn duel nimbers'), '/learn/duel/nimbers');
  assert.equal(addressOf('puzzle siege'), '/puzzles?game=siege');
  assert.equal(addressOf('drill'), '/drill');
  assert.equal(addressOf('something new'), '/learn');
});

test('the day is the one of this place', () => {
  assert.equal(today(new Date(2026, 10, 8, 23, 59)), '2026-11-08');
});

test('seeds are whole numbers that every program keeps exact', () => {
  for (let time = 0; time < 100; time += 1) assert.ok(Number.isSafeInteger(freshSeed()));
});
