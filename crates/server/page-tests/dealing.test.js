// Setting up hands while answers come late, or not at all.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { Dealing } from '../page/dealing.js';
import { stub, windowStub } from './browser.js';

/** As much of an element as is drawn here. */
class Element extends EventTarget {
  constructor(tag) {
    super();
    Object.assign(this, { tag, dataset: {}, children: [], attributes: {}, textContent: '' });
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...nodes) {
    this.children.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.children = nodes;
  }

  contains() {
    return false;
  }

  /** Everything inside with this test id. */
  within(testid) {
    const inside = this.children.flatMap((child) => child instanceof Element ? [child, ...child.within(testid)] : []);
    return [...new Set(inside)].filter(({ dataset }) => dataset.testid === testid);
  }

  querySelector(selector) {
    return this.within(/data-testid="([^"]*)"/.exec(selector)?.[1])[0] ?? null;
  }

  focus() {
    document.activeElement = this;
  }
}

let asked;
let wanted;
let dealing;
let restore = () => {};
beforeEach(() => {
  const { globals } = windowStub();
  const made = (tag) => new Element(tag);
  Object.assign(globals.document, { createElement: made, createElementNS: (_, tag) => made(tag), activeElement: null });
  restore = stub({ ...globals, HTMLElement: Element });
  [asked, wanted] = [[], []];
  const ask = (hands) => new Promise((answer) => asked.push({ hands, answer }));
  dealing = new Dealing(ask, (position) => wanted.push(position));
});
afterEach(() => restore());

const board = (position, ...hands) => ({ position, hands, unseen: `about ${position}` });
const deal = (changes) => ({ deck: [[1, 2], [1, 2]], position: null, refusal: null, alike: [], ...changes });

/** Gives the answer to a question, and lets it be taken in. */
async function answer(place, given) {
  asked[place].answer(given);
  await new Promise((done) => setImmediate(done));
}

/** The cards that are shown as held. */
const held = () =>
  [1, 2].map((seat) =>
    [1, 2].filter((card) => dealing.root.within(`deal-${seat}-${card}`)[0]?.attributes['aria-pressed'] === 'true')
  );
const press = (seat, card) => dealing.root.within(`deal-${seat}-${card}`)[0].dispatchEvent(new Event('click'));
const has = (testid) => dealing.root.within(testid).length > 0;

test('a late answer about a position that was left is not painted', async () => {
  dealing.show(board('A', [1], [1]));
  dealing.show(board('B', [2], [2]));
  await answer(1, deal());
  await answer(0, deal({ alike: [{ position: 'like A', unseen: 'as in A' }] }));
  assert.deepEqual(held(), [[2], [2]]);
  assert.ok(!has('alike-0'));
});

test('a position without an answer is asked about when it is shown again', async () => {
  dealing.show(board('A', [1], [1]));
  await answer(0, null);
  dealing.show(board('A', [1], [1]));
  await answer(1, deal({ alike: [{ position: 'like A', unseen: 'as in A' }] }));
  assert.deepEqual(held(), [[1], [1]]);
  assert.ok(has('alike-0'));
  dealing.show(board('A', [1], [1]));
  assert.equal(asked.length, 2);
});

test('a press without an answer changes nothing, and the next one asks for the same', async () => {
  dealing.show(board('A', [1], [1]));
  await answer(0, deal());
  press(1, 2);
  await answer(1, null);
  assert.deepEqual(held(), [[1], [1]]);
  press(1, 2);
  assert.deepEqual(asked.slice(1).map(({ hands }) => hands), ['1,2/1', '1,2/1']);
  await answer(2, deal({ refusal: 'No.' }));
  assert.deepEqual(held(), [[1, 2], [1]]);
  press(2, 1);
  assert.equal(asked[3].hands, '1,2/-');
});

test('of presses in quick succession the last answer counts', async () => {
  dealing.show(board('A', [1, 2], [1, 2]));
  await answer(0, deal());
  press(1, 1);
  press(2, 2);
  assert.deepEqual(asked.slice(1).map(({ hands }) => hands), ['2/1,2', '2/1']);
  await answer(2, deal({ position: 'B' }));
  await answer(1, deal({ refusal: 'One hand is larger.' }));
  assert.deepEqual(wanted, ['B']);
  assert.deepEqual(held(), [[1, 2], [1, 2]]);
  // The position that was asked for has the focus where it was pressed.
  dealing.show(board('B', [2], [1]));
  await answer(3, deal());
  assert.equal(document.activeElement?.dataset.testid, 'deal-2-2');
});

test('the answer to a press in a position that was left leads nowhere', async () => {
  dealing.show(board('A', [1], [1]));
  await answer(0, deal());
  press(1, 1);
  dealing.show(board('B', [2], [2]));
  await answer(2, deal());
  await answer(1, deal({ position: 'C' }));
  assert.deepEqual(wanted, []);
  assert.deepEqual(held(), [[2], [2]]);
});
