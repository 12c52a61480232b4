// The viewer's own games.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { dropGame, inOrder, noteGame, ownGames, summary } from '../page/games.js';
import { erase, games as rated } from '../page/learned.js';
import { resultText } from '../page/share.js';
import { store, stub } from './browser.js';

let restore = () => {};
beforeEach(() => {
  restore = stub({ localStorage: store() });
});
afterEach(() => restore());

const person = (name) => ({ name, computer: false, home: 1 });
const game = (changes) => ({ room: 'r1', game: 'duel', title: 'Number Line Duel',
  players: [person('Ada'), person('Bo')], turn: 1, chosen: [false, false], plies: [{ by: 1, text: '5' }], ending: null,
  moreRounds: false, withdrawn: false, ...changes });

test('a game says whether it waits, and for whom', () => {
  assert.deepEqual(summary(game(), 1), { room: 'r1', game: 'duel', title: 'Number Line Duel', against: 'Bo',
    state: 'turn', text: 'Your turn' });
  assert.equal(summary(game(), 2).text, 'In progress');
  assert.equal(summary(game({ turn: 'both', chosen: [true, false] }), 1).state, 'running');
  const waiting = summary(game({ players: [person('Ada'), person(null)] }), 1);
  assert.deepEqual([waiting.state, waiting.against], ['waiting', '']);
  assert.equal(summary(game({ ending: { winner: 1 } }), 1).text, 'Won');
  assert.equal(summary(game({ ending: { winner: 1 } }), 2).text, 'Lost');
  assert.equal(summary(game({ ending: { winner: null } }), 2).text, 'Draw');
  assert.equal(summary(game({ ending: { winner: 1 }, moreRounds: true }), 2).state, 'running');
  assert.equal(summary(game({ players: [person('Ada'), person(null)], withdrawn: true }), 1).text, 'Withdrawn');
});

test('games are kept once, the newest first, and a spectator has none', () => {
  noteGame(game(), null, 1);
  assert.deepEqual(ownGames(), []);
  noteGame(game(), 1, 1);
  noteGame(game({ room: 'r2' }), 1, 2);
  noteGame(game({ turn: 2 }), 1, 3);
  assert.deepEqual(ownGames().map(({ room, state, at }) => [room, state, at]), [['r1', 'running', 3], ['r2', 'turn',
    2]]);
  assert.deepEqual(inOrder(ownGames()).map(({ room }) => room), ['r2', 'r1']);
  dropGame('r2');
  assert.deepEqual(ownGames().map(({ room }) => room), ['r1']);
  for (let number = 0; number < 80; number += 1) noteGame(game({ room: `x${number}` }), 1, number);
  assert.equal(ownGames().length, 60);
});

test('a result against a computer counts once, also after it was forgotten', () => {
  const level = { ...person('Level 3'), computer: true, kind: 'computer:3' };
  const own = (changes) => game({ round: 1, players: [person('Ada'), level], ...changes });
  noteGame(own(), 1, 1);
  assert.deepEqual(rated(), []);
  noteGame(own({ ending: { winner: 1 } }), 1, 2);
  noteGame(own({ ending: { winner: 1 } }), 1, 3);
  noteGame(own({ room: 'r2', ending: { winner: 2 } }), null, 3);
  assert.deepEqual(rated(), [{ game: 'duel', opponent: 'computer:3', outcome: 'win' }]);
  erase();
  noteGame(own({ ending: { winner: 1 } }), 1, 4);
  assert.deepEqual(rated(), []);
});

test('what is stored may be anything', () => {
  localStorage.setItem('numberline.games', '{"not": "a list"');
  assert.deepEqual(ownGames(), []);
  localStorage.setItem('numberline.games', '{"not": "a list"}');
  assert.deepEqual(ownGames(), []);
});

test('a result is told from the side of the one who shares it', () => {
  const won = game({ ending: { winner: 1 } });
  assert.equal(resultText(won, 1), 'I won Number Line Duel against Bo in 1 move.');
  assert.equal(resultText(won, 2), 'Ada won Number Line Duel against me in 1 move.');
  assert.equal(resultText(won, null), 'Ada won Number Line Duel against Bo in 1 move.');
  assert.equal(resultText(game({ ending: { winner: null } }), 1), 'Ada and Bo drew Number Line Duel after 1 move.');
});
