// What can be switched on and off, and the tones.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { isOn, turn } from '../page/options.js';
import { sound, TONES } from '../page/sound.js';
import { store, stub } from './browser.js';

let restore = () => {};
beforeEach(() => {
  restore = stub({ localStorage: store() });
});
afterEach(() => restore());

test('sound and notifications are off until they are wanted', async () => {
  assert.deepEqual(['sound', 'notify', 'twice', 'emotes'].map(isOn), [false, false, true, true]);
  await turn('sound', true);
  await turn('twice', false);
  assert.deepEqual(['sound', 'twice'].map(isOn), [true, false]);
  await turn('twice', true);
  assert.equal(localStorage.getItem('numberline.twice'), null);
});

test('notifications need the permission of the browser', async () => {
  assert.equal(await turn('notify', true), false);
  assert.equal(isOn('notify'), false);
  const back = stub({ Notification: { requestPermission: () => Promise.resolve('granted') } });
  assert.equal(await turn('notify', true), true);
  back();
});

test('a tone is played only when sound is on', async () => {
  const begun = [];
  const node = () => ({ connect: (next) => next, frequency: {}, start: (at) => begun.push(at), stop() {},
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  class AudioContext {
    currentTime = 1;
    createOscillator = node;
    createGain = node;
  }
  const back = stub({ AudioContext });
  sound('won');
  assert.deepEqual(begun, []);
  await turn('sound', true);
  sound('won');
  assert.deepEqual(begun, TONES.won.map(([, after]) => 1 + after));
  back();
});
