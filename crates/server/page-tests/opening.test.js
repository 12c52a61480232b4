// A room request without an answer yet.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { bodyFor, forget, formFor, freshBody } from '../page/opening.js';
import './browser.js';

const wish = (changes) => ({ game: 'duel', set: [], opponent: null, rounds: 1, bestOf: false, listed: true, name: 'Ada',
  seat: 1, ...changes });
const FORM = { asked: 'game=duel', seat: '1', presets: [['length', '12']], opened: true };

beforeEach(() => forget());

test('the same wish is sent with the same key until there is an answer', () => {
  const body = bodyFor(wish(), FORM);
  assert.match(body.key, /^[0-9a-f]{32}$/);
  assert.equal(bodyFor(wish(), FORM), body);
  assert.notEqual(bodyFor(wish({ rounds: 3 }), FORM).key, body.key);
  const again = bodyFor(wish({ rounds: 3 }), FORM);
  forget();
  assert.notEqual(bodyFor(wish({ rounds: 3 }), FORM).key, again.key);
  assert.notEqual(freshBody(wish({ rounds: 3 }), FORM).key, again.key);
});

test('a computer sits in the other seat', () => {
  const { players, seat } = bodyFor(wish({ opponent: 'computer:3', seat: 2 }), FORM);
  assert.deepEqual([players, seat], [['computer:3', 'human'], 2]);
  const any = bodyFor(wish({ opponent: 'computer:3', seat: 'any' }), FORM);
  assert.deepEqual(any.players[2 - any.seat], 'computer:3');
  assert.deepEqual(any.players[any.seat - 1], 'human');
});

test('against a person, the seat is left to the server', () => {
  const { players, seat } = bodyFor(wish({ seat: 'any' }), FORM);
  assert.deepEqual([players, seat], [['human', 'human'], 'any']);
});

test('the server decides who begins, and tosses', () => {
  assert.equal('first' in bodyFor(wish(), FORM), false);
  assert.deepEqual(['2', 'toss'].map((first) => freshBody(wish({ first }), FORM).first), ['2', 'toss']);
});

test('the typed text is restored at the same URL', () => {
  bodyFor(wish(), FORM);
  assert.equal(formFor('duel', new URLSearchParams('game=duel')), FORM);
  assert.equal(formFor('token', new URLSearchParams('game=duel')), null);
  assert.equal(formFor('duel', new URLSearchParams()), null);
});
