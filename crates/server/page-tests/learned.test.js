// The answers that a browser remembers: kept, taken elsewhere, and never lost to what cannot be read.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { attempts, bring, erase, keep, read, written } from '../page/learned.js';
import { store, stub } from './browser.js';

let restore = () => {};
beforeEach(() => {
  restore = stub({ localStorage: store() });
});
afterEach(() => restore());

const answer = (changes) => ({ day: 20_000, kind: 'puzzle', game: 'duel', idea: 'split', subject: 'duel-1', score: 1,
  grade: 1200, ...changes });

test('answers are kept in their order, and none is made of nothing', () => {
  keep(answer(), null, undefined);
  keep(answer({ score: 0 }));
  assert.deepEqual(attempts().map(({ score }) => score), [1, 0]);
  erase();
  assert.deepEqual(attempts(), []);
});

test('of very many the oldest are forgotten, but no lesson', () => {
  keep(answer({ kind: 'lesson', subject: 'mirror' }), answer({ subject: 'the oldest' }));
  keep(...Array.from({ length: 4_999 }, (_, place) => answer({ subject: `p${place}` })));
  const kept = attempts();
  assert.equal(kept.length, 5_000);
  assert.equal(kept[0].subject, 'mirror');
  assert.equal(kept[1].subject, 'p0');
});

test('what was exported can be imported, and twice does no harm', () => {
  keep(answer(), answer({ day: 20_002 }));
  const file = written(attempts());
  erase();
  keep(answer({ day: 20_001 }));
  assert.equal(bring(file), 2);
  assert.equal(bring(file), 0);
  assert.deepEqual(attempts().map(({ day }) => day), [20_000, 20_001, 20_002]);
});

test('a file that is none, damaged or newer is refused in a sentence, and nothing changes', () => {
  keep(answer());
  for (const [text, why] of [['{', /cannot be read/], ['[]', /exported here/], [
    JSON.stringify({ numberline: 'answers', version: 2, attempts: [] }),
    /newer/,
  ], [JSON.stringify({ numberline: 'answers', version: 1, attempts: [answer(), { day: 'x' }] }), /1 of its 2 answers/],
    [written([answer({ score: 7 })]), /damaged/], [written([answer({ day: -1 })]), /damaged/]])
    assert.throws(() => bring(text), why);
  assert.equal(attempts().length, 1);
  assert.equal(read(written([answer()])).length, 1);
});

test('what cannot be read is put aside, not overwritten', () => {
  localStorage.setItem('numberline.learned', 'something else');
  assert.deepEqual(attempts(), []);
  keep(answer());
  assert.equal(attempts().length, 1);
  assert.equal(localStorage.getItem('numberline.learned.unreadable'), 'something else');
});
