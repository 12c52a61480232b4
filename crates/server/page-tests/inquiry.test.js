// What a study asks for, and its URLs.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Inquiry } from '../page/inquiry.js';
import { plant, read } from '../page/tree.js';
import { answering, stub } from './browser.js';

let restore = () => {};
afterEach(() => restore());

const asked = (text = 'set=length%3D12') => new Inquiry('duel', new URLSearchParams(text));
const at = (root, ...moves) => moves.reduce((node, move) => node.play(move), root);
const { signal } = new AbortController();

test('a query about a node has the moves that lead to it', () => {
  const root = plant();
  assert.deepEqual(asked('first=2&position=p').about(at(root, '5', '6')), { set: [], position: 'p', first: 2,
    moves: '5; 6' });
  assert.equal(asked().about(root).moves, '');
});

test('a URL has the tree only where there are branches', () => {
  const root = plant();
  const end = at(root, '5', '6');
  assert.deepEqual(asked().address(root, end), { address: '/study/duel?set=length%3D12&moves=5%3B+6', kept: 'all' });
  root.play('7');
  assert.match(asked().address(root, end).address, /tree=5%3B\+%287%29%3B\+6$/);
});

test('what does not fit into a URL is left out: branches first, then the moves', () => {
  const root = read(
    Array.from({ length: 200 }, (_, ply) => `move ${ply}; (other ${'x'.repeat(20)} ${ply})`).join('; '),
  );
  const end = root.line().at(-1);
  assert.equal(asked().address(root, end).kept, 'moves');
  const deep = plant();
  const last = at(deep, ...Array.from({ length: 900 }, (_, ply) => `move ${ply}`));
  last.board = { position: 'here' };
  assert.deepEqual(asked().address(deep, last), { address: '/study/duel?set=length%3D12&position=here',
    kept: 'position' });
  last.board = { position: 'x'.repeat(9000) };
  assert.equal(asked().address(deep, last).kept, 'nothing');
});

test('a position too large to solve stays so, and every other failure is temporary', async () => {
  const answers = [{ status: 422, body: '{"detail":"too large"}' }, { status: 503, body: '{"detail":"busy"}' }, {
    body: '{"turn":2,"point":{"value":"lose","remoteness":3,"mistake":false}}',
  }];
  restore = stub({ fetch: answering(...answers).fetch });
  const node = plant();
  assert.equal(await asked().weigh(node, signal), null);
  assert.equal(node.unsolved, 'Too large.');
  const other = plant();
  assert.equal((await asked().weigh(other, signal)).message, 'Busy.');
  assert.equal(await asked().weigh(other, signal), null);
  assert.deepEqual([other.point.value, other.point.remoteness], ['lose', 3]);
});

test('a line is reviewed once', async () => {
  const point = (value, mistake) => ({ value, p1WinProbability: null, remoteness: null, about: null, mistake });
  const body = JSON.stringify({ chart: [point('win', false), point(null, true)],
    plies: [{ moves: [{ move: '5', mistake: true }] }] });
  const { fetch, asked: sent } = answering({ body });
  restore = stub({ fetch });
  const root = plant();
  const line = at(root, '5').line();
  line[1].point = point('lose', false);
  assert.equal(await asked().lookBack(line, signal), true);
  assert.equal(await asked().lookBack(line, signal), false);
  assert.equal(sent.length, 1);
  // Known facts about a position are kept; that its move was a mistake is new.
  assert.deepEqual([line[0].point.value, line[1].point.value, line[1].point.mistake], ['win', 'lose', true]);
  assert.equal(line[1].judged[0].move, '5');
  assert.equal(await asked().lookBack([root], signal), false);
});
