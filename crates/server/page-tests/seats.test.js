// What clocks show.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockText } from '../page/seats.js';

test('a clock has tenths when time is short, and hours when there are any', () => {
  const cases = [[-5, '0.0'], [9_999, '9.9'], [10_000, '0:10'], [59_001, '1:00'], [61_000, '1:01'], [3_600_000,
    '1:00:00'], [3_661_000, '1:01:01']];
  for (const [milliseconds, text] of cases) assert.equal(clockText(milliseconds), text);
});
