// Retrying until there is an answer.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { ApiError } from '../page/kit.js';
import { countDown, persist, persistent, waitAfter } from '../page/patience.js';
import { answering, stub, windowStub } from './browser.js';

let page;
let restore = () => {};
beforeEach(() => {
  page = windowStub();
  restore = stub(page.globals);
});
afterEach(() => restore());

/** Asks something that fails this many times before it succeeds. */
function failing(times, error) {
  let asked = 0;
  return () => (asked++ < times ? Promise.reject(error) : Promise.resolve(asked));
}

test('delays grow up to a limit', () => {
  for (let failures = 0; failures < 20; failures += 1) {
    const most = Math.min(20_000, 400 * 2 ** failures);
    const wait = waitAfter(failures);
    assert.ok(wait >= most / 2 && wait <= most, `${failures}: ${wait}`);
  }
});

test('an unreachable server is retried as soon as the device is back online', async () => {
  const told = [];
  // The device comes back online at every wait, so no test waits here.
  const tell = (text) => {
    told.push(text);
    if (text.includes(' in ')) queueMicrotask(() => page.send('online'));
  };
  const answer = await persist(failing(2, new ApiError(0, 'gone')), tell, new AbortController().signal);
  assert.equal(answer, 3);
  assert.deepEqual(told, ['The server cannot be reached. Trying again in 1 s.', 'Trying again…',
    'The server cannot be reached. Trying again in 1 s.', 'Trying again…']);
});

test("the server's retry delay is respected, within limits", async () => {
  const told = [];
  const tell = (text) => {
    told.push(text);
    queueMicrotask(() => page.send('online'));
  };
  await persist(failing(1, new ApiError(503, 'busy', '', 5)), tell, new AbortController().signal);
  await persist(failing(1, new ApiError(503, 'busy', '', 5000)), tell, new AbortController().signal);
  assert.deepEqual([told[0], told[2]], ['The server is not ready. Trying again in 5 s.',
    'The server is not ready. Trying again in 60 s.']);
});

test('an offline device says so', async () => {
  page.globals.navigator.onLine = false;
  const told = [];
  const tell = (text) => {
    told.push(text);
    queueMicrotask(() => page.send('online'));
  };
  await persist(failing(1, new ApiError(0, 'gone')), tell, new AbortController().signal);
  assert.equal(told[0], 'This device is offline. Trying again when it is back.');
});

test('a refusal is final', async () => {
  const refusal = new ApiError(409, 'no');
  await assert.rejects(persist(failing(9, refusal), assert.fail, new AbortController().signal), refusal);
});

test('waiting can be aborted', async () => {
  const given = new AbortController();
  const asked = persist(failing(9, new ApiError(0, 'gone')), () => queueMicrotask(() => given.abort()), given.signal);
  await assert.rejects(asked, { name: 'AbortError' });
});

/** A picture that never arrives. Returns how often it was set again while these are the answers to why. */
async function asksAgain(...statuses) {
  const { fetch, asked } = answering(...statuses.map((status) => ({ status })));
  const waits = [];
  const revert = stub({ fetch, setTimeout: (act) => waits.push(act) });
  let again = 0;
  class Picture extends EventTarget {
    isConnected = true;

    get src() {
      return '/picture.png';
    }

    set src(address) {
      assert.equal(address, '/picture.png');
      again += 1;
    }
  }
  const image = persistent(new Picture());
  for (let count = 0; count < statuses.length; count += 1) {
    image.dispatchEvent(new Event('error'));
    await waits.shift()();
  }
  assert.ok(asked.every(({ address, method }) => address === '/picture.png' && method === 'HEAD'));
  assert.equal(asked.length, statuses.length);
  image.isConnected = false;
  image.dispatchEvent(new Event('error'));
  await waits.shift()();
  assert.equal(asked.length, statuses.length, 'a picture that is gone is not asked for');
  revert();
  return again;
}

test('a picture is asked for again only while it may come', async () => {
  assert.equal(await asksAgain(0, 200, 408, 429, 500, 503), 6);
  for (const status of [400, 404, 410]) assert.equal(await asksAgain(503, status), 1, `${status}`);
});

test('seconds count down to one', () => {
  const told = [];
  countDown(2500, (seconds) => told.push(seconds))();
  countDown(0, (seconds) => told.push(seconds))();
  assert.deepEqual(told, [3, 1]);
});
