// What drawing needs to know about values.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal, inWords, label } from '../page/worth.js';

test('a value has a letter and the plies to the end', () => {
  assert.deepEqual([label('win', 5), label('lose', 0), label('draw', null)], ['W5', 'L0', 'D']);
  assert.deepEqual([inWords('win', 5), inWords('draw', null), inWords('lose')], ['win in 5', 'draw', 'lose']);
});

test('a fraction is approximated as a number, however large its parts', () => {
  assert.deepEqual([decimal('1'), decimal('0'), decimal('1/4')], [1, 0, 0.25]);
  assert.equal(decimal(`${'3'.repeat(400)}/${'6'.repeat(400)}`), 0.5);
});
