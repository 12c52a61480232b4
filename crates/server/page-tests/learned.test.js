// The answers that a browser remembers: kept, taken elsewhere, and never lost to what cannot be read.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { attempts, bring, erase, games, keep, keepGame, learned, read, unreadable, written } from '../page/learned.js';
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
  const file = written(learned());
  erase();
  keep(answer({ day: 20_001 }));
  assert.deepEqual(bring(file), { attempts: 2, games: 0 });
  assert.deepEqual(bring(file), { attempts: 0, games: 0 });
  assert.deepEqual(attempts().map(({ day }) => day), [20_000, 20_001, 20_002]);
});

test('a file that is none, damaged or newer is refused in a sentence, and nothing changes', () => {
  keep(answer());
  for (const [text, why] of [['{', /cannot be read/], ['[]', /exported here/], [
    JSON.stringify({ numberline: 'answers', version: 2, attempts: [] }),
    /newer/,
  ], [JSON.stringify({ numberline: 'answers', version: 1, attempts: [answer(), { day: 'x' }] }), /1 of its 2 answers/],
    [written({ attempts: [answer({ score: 7 })], games: [] }), /damaged/], [
    written({ attempts: [answer({ day: -1 })], games: [] }),
    /damaged/,
  ], [written({ attempts: [], games: [{ game: 'duel' }] }), /1 of its 1 games/]])
    assert.throws(() => bring(text), why);
  assert.equal(attempts().length, 1);
  assert.equal(read(written({ attempts: [answer()], games: [] })).attempts.length, 1);
});

test('what cannot be read is put aside, not overwritten', () => {
  localStorage.setItem('numberline.learned', 'something else');
  assert.deepEqual(attempts(), []);
  keep(answer());
  assert.equal(attempts().length, 1);
  assert.equal(localStorage.getItem('numberline.learned.unreadable'), 'something else');
});

test('what cannot be read is there to be saved, whatever is added, until it is erased', () => {
  assert.equal(unreadable(), null);
  const newer = JSON.stringify({ numberline: 'answers', version: 2, attempts: [] });
  localStorage.setItem('numberline.learned', newer);
  assert.equal(unreadable(), newer);
  assert.equal(bring(written({ attempts: [answer()], games: [] })).attempts, 1);
  assert.equal(attempts().length, 1);
  assert.equal(unreadable(), newer);
  keep(answer({ day: 9 }));
  assert.equal(unreadable(), newer);
  erase();
  assert.equal(unreadable(), null);
});

test('what is put aside comes after what already is, once', () => {
  localStorage.setItem('numberline.learned', 'an older text');
  keep(answer());
  const newer = JSON.stringify({ numberline: 'answers', version: 2, attempts: [] });
  localStorage.setItem('numberline.learned', newer);
  const both = `an older text\n${newer}`;
  assert.equal(unreadable(), both);
  keep(answer());
  assert.equal(unreadable(), both);
  // The same text again, as another version may keep it.
  localStorage.setItem('numberline.learned', newer);
  keep(answer());
  assert.equal(unreadable(), both);
});

test('what is put aside is not written again with every answer', () => {
  localStorage.setItem('numberline.learned', 'something else');
  keep(answer());
  const written = [];
  const { setItem } = localStorage;
  localStorage.setItem = (name, value) => {
    written.push(name);
    setItem(name, value);
  };
  keep(answer());
  assert.deepEqual(written, ['numberline.learned']);
});

const match = (changes) => ({ room: 'r1', round: 1, game: 'duel',
  players: [{ kind: undefined }, { kind: 'computer:3' }], ending: { winner: 1 }, ...changes });

test('a finished game against a computer is kept once, with what became of the player', () => {
  keepGame(match({ ending: null }), 1, 1);
  keepGame(match({ players: [{}, {}] }), 1, 1);
  assert.deepEqual(games(), []);
  keepGame(match(), 1, 1);
  keepGame(match(), 1, 2);
  keepGame(match({ round: 2, ending: { winner: 2 } }), 1, 3);
  keepGame(match({ room: 'r2', ending: { winner: null }, players: [{ kind: 'mirror' }, {}] }), 2, 4);
  assert.deepEqual(games(), [{ game: 'duel', opponent: 'computer:3', outcome: 'win' }, { game: 'duel',
    opponent: 'computer:3', outcome: 'lose' }, { game: 'duel', opponent: 'mirror', outcome: 'draw' }]);
  keep(answer());
  assert.equal(games().length, 3);
});

test('games are exported, imported in their order, bounded and erased with the answers', () => {
  keepGame(match({ room: 'r2', ending: { winner: 2 } }), 1, 2);
  const file = written(learned());
  erase();
  assert.deepEqual(games(), []);
  keepGame(match({ room: 'r1' }), 1, 1);
  keepGame(match({ room: 'r3' }), 1, 3);
  assert.deepEqual(bring(file), { attempts: 0, games: 1 });
  assert.deepEqual(bring(file), { attempts: 0, games: 0 });
  assert.deepEqual(games().map(({ outcome }) => outcome), ['win', 'lose', 'win']);
  const many = Array.from({ length: 1_000 },
    (_, at) => ({ game: 'token', opponent: 'computer:1', outcome: 'win', id: `m${at}`, at: at + 10 }));
  bring(written({ attempts: [], games: many }));
  assert.equal(games().length, 1_000);
  assert.ok(games().every(({ game }) => game === 'token'), 'the oldest are forgotten');
});

test('what an older version has kept is read', () => {
  localStorage.setItem('numberline.learned',
    JSON.stringify({ numberline: 'answers', version: 1, attempts: [answer()] }));
  assert.deepEqual([attempts().length, games()], [1, []]);
});
