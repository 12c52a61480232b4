// Text typed into a field.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fits, grouped, pairs, shortName, ungrouped } from '../page/fields.js';

test('digits may be grouped', () => {
  assert.deepEqual(['1,000', ' 1 000_000 ', '12', 'nine', '1,', ''].map(ungrouped), ['1000', '1000000', '12', 'nine',
    '1,', '']);
});

test('only whole numbers within the limits fit', () => {
  assert.deepEqual(['1', '10', '0', '11', '', 'x', '-1', '1.5', '1e3'].map((text) => fits(text, 1, 10)), [true, true,
    false, false, false, false, false, false, false]);
  assert.equal(fits('9'.repeat(30), 1, 10 ** 18), false);
});

test('large numbers are grouped', () => {
  assert.deepEqual([grouped(9999), grouped(10_000), grouped('1000000000000000000'), grouped('rules')], ['9999',
    '10,000', '1,000,000,000,000,000,000', 'rules']);
});

test('settings are names with values', () => {
  assert.deepEqual(pairs(['length=12', 'misere=yes']), [['length', '12'], ['misere', 'yes']]);
});

test('a name keeps whole what looks like one character', () => {
  const family = '👨\u200d👩\u200d👧\u200d👦';
  assert.equal(shortName('Ada', 32), 'Ada');
  assert.equal(shortName('M'.repeat(40), 32), 'M'.repeat(32));
  assert.equal(shortName('👩🏽'.repeat(16), 32), '👩🏽'.repeat(16));
  assert.equal(shortName(family.repeat(6), 32), family.repeat(4));
  assert.equal(shortName(`${'M'.repeat(30)}${family}`, 32), 'M'.repeat(30));
});
