// The state of a room, put together from what changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { after } from '../page/diff.js';

const ply = (by, text, did) => ({ by, text, did });

/** What a line shows after moves. */
const changing = (cells) => Object.fromEntries([['then', cells]]);

/** A match of two players, as it begins. */
const game = (changes) => ({ type: 'game', version: 2, round: 1,
  players: [{ name: 'Ada', home: 1 }, { name: 'James', home: 2 }], first: 1, cells: '....o....', position: '5 1',
  turn: 1, chosen: [false, false], moves: [[{ text: '1 right' }], []], offer: null, plies: [], lastPly: null,
  played: null, ...changes });

const moved = { type: 'diff', position: '7 2',
  ply: { text: '2 right', did: 'to 7', told: 'Ada moved the token from 5 to 7.', cells: [5, 7] } };

test('a move is added, with what follows from it', () => {
  const { game: next, happening } = after(game(), moved, 1);
  assert.deepEqual(next.plies, [ply(1, '2 right', 'to 7')]);
  assert.deepEqual(next.lastPly, { by: 1, text: moved.ply.told, short: 'to 7', cells: [5, 7], blocked: [] });
  assert.deepEqual([next.type, next.version, next.played, next.cells], ['game', 3, moved.ply.told, '......o..']);
  assert.deepEqual([next.turn, next.position, happening.by], [2, '7 2', 1]);
  assert.deepEqual(next.moves, [[], []], 'nobody else’s moves are told');
  assert.deepEqual(happening.plies, { from: 0, add: next.plies });
});

test('what is left out of a move is as in the one before, with its own numbers and the other player', () => {
  const first = after(game(), moved, 1).game;
  const next = after(first, { type: 'diff', position: '6 1', ply: { text: '1 left', cells: [7, 6] } }, 1).game;
  assert.deepEqual(next.plies[1], ply(2, '1 left', 'to 6'));
  assert.deepEqual([next.played, next.cells], ['James moved the token from 7 to 6.', '.....o...']);
  // A name may have numbers in it, and one without a name has the seat's.
  const unnamed = game({ players: [{ name: null, home: 1 }, { name: 'R2', home: 2 }] });
  const told = 'Player 1 moved the token from 5 to 7.';
  const one = after(unnamed, { ...moved, ply: { ...moved.ply, told } }, 1).game;
  const two = after(one, { type: 'diff', position: '6 1', ply: { text: '1 left', cells: [7, 6] } }, 1).game;
  assert.equal(two.played, 'R2 moved the token from 7 to 6.');
});

test('numbers that a move takes are its cells, and what the line shows there is told', () => {
  const before = game({ cells: '.........',
    lastPly: { by: 2, text: 'James crossed out 1 and 2.', short: 'crosses out 1 and 2' } });
  const next = after(before, { type: 'diff', ply: { text: '5 6', ...changing('x') } }, 1).game;
  assert.deepEqual([next.cells, next.played], ['....xx...', 'Ada crossed out 5 and 6.']);
  assert.deepEqual(next.lastPly.cells, [5, 6]);
  const blocking = after(before, { type: 'diff', ply: { text: '5', blocked: [4], ...changing([4, '-1']) } }, 1).game;
  assert.deepEqual([blocking.cells, blocking.lastPly.blocked], ['...-1....', [4]]);
});

test('the moves of the viewer are as a whole state has them', () => {
  const columns = { text: ['1 left', '2 right'], effect: ['to 6', 'captures Ada and wins'], cells: [6, 9], ends: [1],
    captures: [[1, 1]] };
  const yourMoves = { ...columns, ...changing([[6, 'o.'], [7, '..o']]) };
  const { game: next } = after(game(), { ...moved, yourMoves }, 2);
  assert.deepEqual(next.moves, [[], [{ text: '1 left', effect: 'to 6', cells: [6, 6], ends: false,
    ...changing([[6, 'o'], [7, '.']]) }, { text: '2 right', effect: 'captures Ada and wins', cells: [9, 9], ends: true,
    captures: 1, ...changing([[7, '.'], [9, 'o']]) }]]);
  // They stay while something else happens.
  const offered = { type: 'diff', by: 1, what: 'offered draw', offer: { kind: 'draw', by: 1, text: '…' } };
  const later = after(next, offered, 2);
  assert.deepEqual([later.game.moves, later.game.offer.kind], [next.moves, 'draw']);
  assert.deepEqual([later.happening.what, later.happening.plies.add], ['offered draw', []]);
});

test('texts are told by earlier ones, cells by texts, and what the line shows by a letter or the stretch before', () => {
  const movesAfter = (yourMoves) => after(game(), { ...moved, yourMoves }, 2).game.moves[1];
  const token = movesAfter({ text: ['1 left', 2, '1 right'], effect: ['to 6', 5, 8], ...changing('o') });
  assert.deepEqual(token.map(({ text, effect }) => [text, effect]), [['1 left', 'to 6'], ['2 left', 'to 5'], ['1 right',
    'to 8']]);
  assert.deepEqual([token[1].cells, token[1].then], [[5, 5], [[5, 'o'], [7, '.']]]);
  const taking = movesAfter({ text: ['1', 2, '1 2', [2, 3]], effect: ['takes 1', [], 'takes 1 and 2'], cells: [],
    ...changing('x') });
  assert.deepEqual(taking.map(({ effect }) => effect), ['takes 1', 'takes 2', 'takes 1 and 2', 'takes 2 and 3']);
  assert.deepEqual([taking[3].cells, taking[3].then], [[2, 3], [[2, 'x'], [3, 'x']]]);
  const [, second] = movesAfter({ text: ['1', 2], effect: ['a', 'b'], cells: [[1, 2], null],
    ...changing([[1, '-2'], 3]) });
  assert.deepEqual([second.cells, second.then], [undefined, [[3, '-'], [4, '2']]]);
});

test('in a turn of both the ply is made by both, and the moves are those of the seat that the viewer has now', () => {
  const swapped = [{ name: 'James', home: 2 }, { name: 'Ada', home: 1 }];
  const before = game({ turn: 'both', players: swapped, moves: [[{ text: '1' }], [{ text: '2' }]] });
  const chosen = after(before, { type: 'diff', by: 2, what: 'chose' }, 1).game;
  assert.deepEqual([chosen.moves, chosen.chosen], [[[], [{ text: '2' }]], [false, true]]);
  const both = { type: 'diff', by: 1,
    ply: { text: '1/2', did: 'marker to 4', told: 'James played 1, Ada played 2.', cells: [5, 4] },
    yourMoves: { text: ['3'], effect: ['card 3'], card: [] } };
  const next = after(chosen, both, 1).game;
  assert.deepEqual([next.plies[0].by, next.lastPly.by, next.turn], ['both', 'both', 'both']);
  assert.deepEqual(next.chosen, [false, false]);
  assert.deepEqual(next.moves, [[], [{ text: '3', effect: 'card 3', card: 3, ends: false }]]);
});

test('plies that were taken back, and those of another round, are gone', () => {
  const before = game({ plies: [ply(1, '1 right', 'to 6'), ply(2, '1 left', 'to 5')], lastPly: { text: 'James …' } });
  const back = { type: 'diff', by: 1, what: 'took back', stay: 1, lastPly: { text: 'Ada …' } };
  const { game: next, happening } = after(before, back, null);
  assert.deepEqual([next.plies.length, next.played], [1, 'Ada …']);
  assert.deepEqual(happening.plies, { from: 1, add: [] });
  const again = { type: 'diff', by: 1, what: 'next round', round: 2, stay: 0, lastPly: null };
  assert.deepEqual([after(before, again, null).game.plies, after(before, again, null).game.played], [[], null]);
});

test('the end says more of the last move than a new ply does', () => {
  const lastPly = { by: 1, text: 'Ada moved …', short: 'reaches 9 and wins', cells: [8, 9], blocked: [] };
  const over = { ...moved, turn: 'over', lastPly, ending: { winner: 1 } };
  const next = after(game(), over, 1).game;
  assert.deepEqual([next.lastPly, next.played, next.moves], [lastPly, 'Ada moved …', [[], []]]);
});

test('a whole state and a whole change say what is new, too', () => {
  const before = game({ plies: [ply(1, '1 right', 'to 6')] });
  const add = [ply(2, '1 left', 'to 5')];
  const whole = game({ version: 4, plies: [...before.plies, ...add] });
  assert.deepEqual(after(before, whole, 1), { game: whole, happening: { plies: { from: 1, add } } });
  const change = { type: 'change', version: 3, what: 'moved', by: 2, plies: { from: 1, add }, turn: 1 };
  const { game: next, happening } = after(before, change, 1);
  assert.deepEqual([next.type, next.version, next.plies, happening.what], ['game', 3, whole.plies, 'moved']);
});
