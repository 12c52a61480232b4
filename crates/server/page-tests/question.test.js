// Queries about positions, and the boards that answer them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { query } from '../page/kit.js';
import { ask, inMatch, listOf, movesOf, rebase, studyAddress } from '../page/question.js';
import { answering, stub } from './browser.js';

let restore = () => {};
afterEach(() => restore());

test('a list of moves parses back', () => {
  for (const moves of [[], ['5'], ['5 6'], ['5 6', '8'], ['3/4', '1/2']])
    assert.deepEqual(movesOf(listOf(moves)), moves);
  assert.deepEqual(movesOf('5, 6,7'), ['5', '6', '7']);
  assert.deepEqual(movesOf('5,6; 8'), ['5,6', '8']);
});

test('empty values are left out of a URL', () => {
  assert.equal(query({}), '');
  assert.equal(query({ a: null, b: undefined, c: '', d: [] }), '');
  assert.equal(query({ set: ['length=12', 'misere=yes'], moves: '5 6;', rung: 0 }),
    '?set=length%3D12&set=misere%3Dyes&moves=5+6%3B&rung=0');
});

test('a query about a match has its variant, its start and its moves', () => {
  assert.deepEqual(inMatch({ settings: 'length=10 misere=no', start: '.......... 1' }, ['5', '6']), {
    set: ['length=10', 'misere=no'],
    position: '.......... 1',
    moves: '5; 6',
  });
});

test('the URL of a study is the first one that is short enough', () => {
  const long = { moves: 'x'.repeat(7000) };
  assert.deepEqual(studyAddress('duel', [{ moves: '5' }, { position: 'p' }]), { address: '/study/duel?moves=5',
    way: 0 });
  assert.deepEqual(studyAddress('duel', [long, { position: 'p' }]), { address: '/study/duel?position=p', way: 1 });
  assert.deepEqual(studyAddress('duel', [long]), { address: '/study/duel', way: -1 });
});

test('an answer is cached, unless the request could be aborted', async () => {
  const { fetch, asked } = answering({ body: '{"text":"a"}' }, { body: '{"text":"b"}' });
  restore = stub({ fetch });
  const hint = () => ask('duel', 'hint', { rung: 1 });
  assert.deepEqual(await Promise.all([hint(), hint()]), [{ text: 'a' }, { text: 'a' }]);
  assert.deepEqual(await ask('duel', 'hint', { rung: 1 }, new AbortController().signal), { text: 'b' });
  assert.deepEqual(asked.map(({ address, method }) => [method, address]), [['GET', '/api/games/duel/hint?rung=1'], [
    'GET',
    '/api/games/duel/hint?rung=1',
  ]]);
});

test('a failed request is sent again', async () => {
  const { fetch } = answering({ status: 503, body: '{}' }, { body: '{"text":"c"}' });
  restore = stub({ fetch });
  await assert.rejects(ask('duel', 'hint', { rung: 2 }), { status: 503 });
  assert.deepEqual(await ask('duel', 'hint', { rung: 2 }), { text: 'c' });
});

test('a query that is too long for a URL is sent in the body', async () => {
  const { fetch, asked } = answering({ body: '{}' });
  restore = stub({ fetch });
  const moves = '5; '.repeat(3000);
  await ask('duel', 'analysis', { moves, from: 7n });
  const [{ address, method, body, headers }] = asked;
  assert.deepEqual([method, address, headers['content-type']], ['POST', '/api/games/duel/analysis',
    'application/json']);
  assert.deepEqual(JSON.parse(body), { moves, from: '7' });
});

const board = (first, last, from, rest = '') =>
  `{"first":${first},"last":${last},"from":${from},"cells":"...","moves":[[${rest}],[]]}`;

test('a board with exact numbers is used as it is', () => {
  const read = rebase(board(1, 10, 4, '{"text":"5","cells":[5,5]}'));
  assert.deepEqual([read.first, read.last, read.from, read.base], [1, 10, 4, undefined]);
  assert.deepEqual(read.ends, [1n, 10n, 4n]);
  assert.deepEqual(read.moves[0][0].cells, [5, 5]);
});

test('cells of a very long line are counted from the window', () => {
  const from = 123456789012345678n;
  const read = rebase(
    board(1, '"999999999999999999"', `"${from}"`,
      `{"text":"a","cells":["${from + 1n}","${from + 2n}"],"then":[["${from + 1n}","x"]]}`),
  );
  assert.deepEqual([read.base, read.from, read.first, read.last], [from, 0, -1, 3]);
  const [[move]] = read.moves;
  assert.deepEqual([move.text, move.cells, move.then], ['a', [1, 2], [[1, 'x']]]);
  assert.deepEqual(read.ends, [1n, 999999999999999999n, from]);
});

test('the ends of a very long line are seen in a window that has them', () => {
  assert.deepEqual(rebase(board(1, '"999999999999999999"', 1)).first, 0);
  assert.deepEqual(rebase(board(1, '"999999999999999999"', '"999999999999999997"')).last, 2);
});
