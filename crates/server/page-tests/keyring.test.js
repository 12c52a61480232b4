// The keys to seats.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { dropKey, keepKey, keyOf } from '../page/keyring.js';
import { store, stub } from './browser.js';

let restore = () => {};
beforeEach(() => {
  restore = stub({ localStorage: store() });
});
afterEach(() => restore());

test('a key belongs to its room only', () => {
  keepKey('a', 1, 'key of a');
  keepKey('b', 2, 'key of b', true);
  assert.deepEqual(keyOf('a'), { room: 'a', seat: 1, key: 'key of a' });
  assert.deepEqual(keyOf('b'), { room: 'b', seat: 2, key: 'key of b', wished: true });
  keepKey('b', 2, 'key of b');
  assert.equal(keyOf('b').wished, undefined);
  dropKey('a');
  assert.equal(keyOf('a'), null);
  assert.equal(keyOf('b').key, 'key of b');
});

test('a key is kept in memory where nothing can be stored', () => {
  restore();
  keepKey('c', 1, 'key');
  assert.equal(keyOf('c').key, 'key');
  dropKey('c');
  assert.equal(keyOf('c'), null);
});

test('a foreign value in the storage is not a key', () => {
  for (const text of ['', '{', '{}', 'null', '7']) {
    localStorage.setItem('numberline.keys', text);
    assert.equal(keyOf('d'), null);
  }
});

test('the oldest of many keys are dropped', () => {
  for (let room = 0; room < 300; room += 1) keepKey(`room ${room}`, 1, 'key');
  assert.equal(JSON.parse(localStorage.getItem('numberline.keys')).length, 200);
  assert.equal(JSON.parse(localStorage.getItem('numberline.keys'))[0].room, 'room 299');
});
