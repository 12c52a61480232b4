// Requests to the server, storage, and small helpers.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { api, ApiError, isAbort, memory, once, randomId, reason, sentence } from '../page/kit.js';
import { answering, store, stub } from './browser.js';

let restore = () => {};
afterEach(() => restore());

test('a sentence has a capital letter and a full stop', () => {
  assert.equal(sentence(' no such move '), 'No such move.');
  assert.equal(sentence('Really?'), 'Really?');
});

test('a refusal is a sentence with its status and its kind', async () => {
  const body = JSON.stringify({ type: '/problems/too-many', title: 'Too many', detail: 'wait a little' });
  restore = stub({ fetch: answering({ status: 429, body, headers: { 'retry-after': '7' } }).fetch });
  await assert.rejects(api('/api/rooms'), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.kind, error.patience, error.message], [429, 'too-many', 7, 'Wait a little.']);
    return true;
  });
});

test("a proxy's answer has at least a status", async () => {
  restore = stub({ fetch: answering({ status: 502, body: '<html>' }).fetch });
  await assert.rejects(api('/api/rooms'), { status: 502, kind: '', message: 'The server answered with status 502.' });
});

test('a server that cannot be reached has the status 0', async () => {
  restore = stub({ fetch: answering({ status: 0 }).fetch });
  await assert.rejects(api('/api/rooms'), { status: 0 });
});

test('an aborted request is not a server error', async () => {
  const given = new AbortController();
  given.abort();
  restore = stub({ fetch: () => Promise.reject(given.signal.reason) });
  await assert.rejects(api('/api/rooms'), (error) => isAbort(error) && !(error instanceof ApiError));
});

test('a cached request is sent again only after a failure', async () => {
  let asked = 0;
  const ask = () => (asked++ ? Promise.resolve('answer') : Promise.reject(new Error('no')));
  await assert.rejects(once('key', ask), { message: 'no' });
  assert.deepEqual([await once('key', ask), await once('key', ask), asked], ['answer', 'answer', 2]);
});

test('the page works without storage', () => {
  restore = stub({ get localStorage() {
    return undefined;
  } });
  memory.set('name', 'Ada');
  assert.equal(memory.get('name'), null);
  restore();
  restore = stub({ localStorage: store() });
  memory.set('name', 'Ada');
  assert.equal(memory.get('name'), 'Ada');
  memory.set('name', null);
  assert.equal(memory.get('name'), null);
});

test('names are 32 hexadecimal digits, and different each time', () => {
  const names = new Set(Array.from({ length: 100 }, randomId));
  assert.equal(names.size, 100);
  assert.ok([...names].every((name) => /^[0-9a-f]{32}$/.test(name)));
});

test('every error has a message', () => {
  assert.deepEqual([reason(new Error('no')), reason('why')], ['no', 'why']);
});
