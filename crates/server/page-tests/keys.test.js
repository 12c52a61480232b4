// Which keys are handled.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { useMoveKeys } from '../page/keys.js';
import { stub, windowStub } from './browser.js';

/** An element that matches some selectors. */
class Element {
  constructor(...within) {
    this.within = within;
  }

  matches(selector) {
    return this.within.includes(selector);
  }

  closest(selector) {
    return this.within.includes(selector) ? this : null;
  }
}

const FIELD = 'input, textarea, select';
let page;
let pressed;
let restore = () => {};
let drop = () => {};

function press(key, target = new Element(), more = {}) {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...more });
  Object.defineProperty(event, 'target', { value: target });
  page.globals.document.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  page = windowStub();
  restore = stub({ ...page.globals, Element });
  pressed = [];
  drop = useMoveKeys([['←', 'back', { ArrowLeft: () => pressed.push('left') }], ['Tab', 'the line'], ['h', 'a hint', {
    h: () => pressed.push('hint'),
  }]], ({ key }) => pressed.push(`other ${key}`));
});
afterEach(() => {
  drop();
  restore();
});

test('each key runs its action, and other keys run the fallback', () => {
  assert.equal(press('ArrowLeft'), true);
  assert.equal(press('7'), false);
  assert.deepEqual(pressed, ['left', 'other 7']);
});

test('a field, a chart, the browser and a dialog have their own keys', () => {
  press('h', new Element(FIELD));
  press('h', new Element('[role="slider"]'));
  press('h', new Element(), { ctrlKey: true });
  page.globals.document.querySelector = () => new Element();
  press('h');
  assert.deepEqual(pressed, []);
});

test('on the number line the arrows move along the line if it has the keyboard focus', () => {
  const cell = new Element('.cells');
  press('ArrowLeft', cell);
  assert.deepEqual(pressed, []);
  page.globals.document.dispatchEvent(new Event('pointerdown'));
  press('ArrowLeft', cell);
  assert.deepEqual(pressed, ['left']);
  press('Tab', cell);
  press('ArrowLeft', cell);
  press('h', cell);
  assert.deepEqual(pressed, ['left', 'other Tab', 'hint']);
});

test('a part that was left handles no keys', () => {
  drop();
  press('h');
  assert.deepEqual(pressed, []);
});
