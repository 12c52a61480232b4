// What drawing needs to know about values.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal, letterOf } from '../page/worth.js';

test('a value has a letter', () => {
  assert.deepEqual(['W in 5', 'L in 0', 'D'].map(letterOf), ['W', 'L', 'D']);
});

test('a fraction is approximated as a number, however large its parts', () => {
  assert.deepEqual([decimal('1'), decimal('0'), decimal('1/4')], [1, 0, 0.25]);
  assert.equal(decimal(`${'3'.repeat(400)}/${'6'.repeat(400)}`), 0.5);
});
