// Notifications that it is the viewer's turn, as phones show them: by the service worker.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { Signal } from '../page/signal.js';
import { store, stub, windowStub } from './browser.js';

let shown;
let signal;
let restore = () => {};
beforeEach(() => {
  const { globals } = windowStub();
  shown = [];
  const close = (note) => shown.splice(shown.indexOf(note), 1);
  const showNotification = (_, { tag }) => {
    const note = { tag, close: () => close(note) };
    shown.push(note);
    return Promise.resolve();
  };
  const getNotifications = ({ tag }) => Promise.resolve(shown.filter((note) => note.tag === tag));
  const worker = { showNotification, getNotifications };
  globals.document.visibilityState = 'hidden';
  globals.navigator.serviceWorker = { getRegistration: () => Promise.resolve(worker) };
  globals.location.pathname = '/r/one';
  class Notification {
    static permission = 'granted';

    constructor() {
      throw new TypeError('Illegal constructor');
    }
  }
  restore = stub({ ...globals, localStorage: store(), Notification });
  localStorage.setItem('numberline.notify', 'on');
  signal = new Signal();
});
afterEach(() => restore());

const settled = () => new Promise((done) => setImmediate(done));
const tags = () => shown.map(({ tag }) => tag);

test('a turn is told once, and not any more when it is over', async () => {
  signal.show('duel', true, true);
  await settled();
  assert.deepEqual(tags(), ['/r/one']);
  signal.show('duel', false, true);
  await settled();
  assert.deepEqual(tags(), []);
  // A notification of before does not take the new one with it.
  shown.push({ tag: '/r/one', close: () => shown.shift() });
  signal.show('duel', true, true);
  await settled();
  assert.deepEqual(tags(), ['/r/one']);
});

test('a room that is left takes its notification with it, wherever the window is by then', async () => {
  signal.show('duel', true, true);
  await settled();
  shown.push({ tag: '/r/two', close: assert.fail });
  location.pathname = '/r/two';
  signal.leave();
  await settled();
  assert.deepEqual(tags(), ['/r/two']);
});

test('a room that is left tells nothing more', async () => {
  signal.show('duel', true, true);
  signal.leave();
  await settled();
  assert.deepEqual(tags(), []);
});
