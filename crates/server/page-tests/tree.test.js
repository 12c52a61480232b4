// The tree of a study.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { all, plant, read, write } from '../page/tree.js';

/** Plays moves one after another. */
const grow = (from, ...moves) => moves.reduce((node, move) => node.play(move), from);

test('a move that was played before leads to the same node', () => {
  const root = plant();
  const first = root.play('5');
  assert.equal(root.play('5'), first);
  assert.equal(root.children.length, 1);
  assert.equal(root.child('6'), null);
  assert.deepEqual([first.ply, first.parent, first.path()], [1, root, ['5']]);
});

test('the line continues through the node visited last', () => {
  const root = plant();
  const main = grow(root, '1', '2', '3');
  const branch = grow(root.play('1'), '4', '5');
  assert.deepEqual(root.line().map((node) => node.move), ['', '1', '4', '5']);
  assert.deepEqual(main.line().map((node) => node.move), ['', '1', '2', '3']);
  main.visit();
  assert.deepEqual(root.line().at(-1), main);
  assert.equal(branch.following, null);
});

test('a branch that is promoted becomes the main line', () => {
  const root = plant();
  grow(root, '1', '2');
  const branch = grow(root.play('1'), '3', '4');
  assert.deepEqual([root.isMain, branch.isMain], [true, false]);
  branch.promote();
  assert.equal(branch.isMain, true);
  assert.equal(write(root), '1; 3; (2); 4');
});

test('a removed node takes its descendants along', () => {
  const root = plant();
  grow(root, '1', '2');
  const cut = root.play('3');
  grow(cut, '4', '5');
  assert.equal(cut.cut(), root);
  assert.equal(write(root), '1; 2');
  assert.deepEqual(root.line().map((node) => node.move), ['', '1', '2']);
});

test('a tree parses back', () => {
  for (const text of ['', '5 6', '1; 2; 3', '1; (2; 3); 4', '1; (2; 3; (4; 5); 6); (7); 8; (9; 10)']) {
    assert.equal(write(read(text)), text);
  }
});

test('invalid parts of a text are left out', () => {
  assert.equal(write(read(' ;; 1 ;)) 2; ((3)')), '1; (3); 2');
});

test('a parsed tree has no visited nodes', () => {
  const root = read('1; (2; 3); 4');
  assert.ok(all(root).every((node) => node.next === null));
  assert.deepEqual(root.line().map((node) => node.move), ['', '1', '4']);
});

test('all nodes come in reading order', () => {
  assert.deepEqual(all(read('1; (2; 3); 4; (5)')).map((node) => node.move), ['', '1', '4', '5', '2', '3']);
});

test('a tree may be very deep', () => {
  const root = plant();
  grow(root, ...Array.from({ length: 20_000 }, (_, ply) => String(ply)));
  assert.equal(all(root).length, 20_001);
});
