// What clients of a server were told, replayed with the page's own code: standard input has a list of followers, each with
// the seat that it first took, the first state, and what it was told, with the state after it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { after } from '../page/diff.js';

/** As it would be sent. */
const plain = (value) => JSON.parse(JSON.stringify(value));

for (const { home, first, steps } of JSON.parse(readFileSync(0, 'utf8'))) {
  let game = first;
  for (const [told, state] of steps) {
    ({ game } = after(game, told, home));
    assert.deepEqual(plain(game), state, JSON.stringify(told));
  }
}
