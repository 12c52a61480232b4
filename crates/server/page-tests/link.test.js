// The connection to the server, with the test at the other end of the socket.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { Link, Refused } from '../page/link.js';
import { stub, windowStub } from './browser.js';

/** A websocket with the test at its other end. */
class Socket {
  static CONNECTING = 0;
  static opened = [];

  constructor(address) {
    Object.assign(this, { address, readyState: Socket.CONNECTING, sent: [], closed: false });
    Socket.opened.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** A message from the server. */
  say(...messages) {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }

  /** The connection is open, and the server answers the hello. */
  welcome(seat = 1) {
    this.readyState = 1;
    this.onopen();
    this.say({ type: 'welcome', seat, version: 1 });
  }
}

let page;
let link;
let told;
let restore = () => {};
const latest = () => Socket.opened.at(-1);
const join = (key = 'key') => {
  link = new Link('room', key, { version: () => 7, message: (message) => told.messages.push(message.type),
    unknown: () => told.messages.push('unknown'), status: (kind, text) => told.status.push([kind, text]) });
};

beforeEach(() => {
  page = windowStub();
  Socket.opened = [];
  told = { messages: [], status: [] };
  restore = stub({ ...page.globals, WebSocket: Socket });
});
afterEach(() => {
  link?.close();
  restore();
});

test('the first message has the key, and the URL does not', () => {
  join();
  latest().welcome();
  assert.equal(latest().address, 'ws://here/api/rooms/room/socket');
  assert.deepEqual(latest().sent, [{ type: 'hello', key: 'key', since: 7, diffs: true }]);
  assert.deepEqual(told.messages, ['welcome']);
  assert.deepEqual(told.status, [['trying', 'Connecting…'], ['on', 'Connected']]);
});

test('a command is resent until it is answered, with the same id', async () => {
  join();
  const done = link.do({ kind: 'resign' }, 7);
  assert.deepEqual(latest().sent, []);
  latest().welcome();
  const [, first] = latest().sent;
  latest().onclose({ code: 1006 });
  assert.match(told.status.at(-1)[1], /^Connection lost, trying again in 1 s\. Your move is saved/);
  page.send('online');
  assert.equal(Socket.opened.length, 2);
  latest().welcome();
  assert.deepEqual(latest().sent[1], first);
  assert.deepEqual([first.type, first.seen, first.do], ['do', 7, { kind: 'resign' }]);
  assert.equal(link.waiting, true);
  latest().say({ type: 'done', id: first.id, version: 8 });
  assert.equal((await done).version, 8);
  assert.equal(link.waiting, false);
});

test('a refusal says why', async () => {
  join();
  latest().welcome();
  const done = link.do({ kind: 'accept' }, 7);
  latest().say({ type: 'refused', id: latest().sent[1].id, reason: 'Nothing is offered.', problem: '/problems/refused',
    version: 7 });
  await assert.rejects(done, (error) => error instanceof Refused && error.message === 'Nothing is offered.');
});

test('a client with an unknown key continues without it', () => {
  join('wrong');
  latest().onopen();
  latest().say({ type: 'bye', reason: 'No seat has this key.' });
  latest().onclose({ code: 4403 });
  latest().welcome(null);
  assert.deepEqual(told.messages, ['bye', 'unknown', 'welcome']);
  assert.deepEqual(latest().sent, [{ type: 'hello', key: null, since: 7, diffs: true }]);
});

test("the server's reason for closing the connection is shown", () => {
  join();
  latest().welcome();
  latest().say({ type: 'bye', reason: 'The server ends.' });
  latest().onclose({ code: 1001 });
  assert.match(told.status.at(-1)[1], /^The server ends\. Trying again in 1 s\.$/);
});

test('a deleted room is not asked for again', async () => {
  join();
  latest().welcome();
  const done = link.do({ kind: 'resign' }, 7);
  latest().say({ type: 'bye', reason: 'This game was deleted.' });
  latest().onclose({ code: 4410 });
  await assert.rejects(done, (error) => error instanceof Refused && error.message === 'This game was deleted.');
  assert.deepEqual(told.status.at(-1), ['closed', 'This game was deleted.']);
  page.send('online');
  assert.equal(Socket.opened.length, 1);
});

test('a device that goes offline says so, and reconnects', () => {
  join();
  latest().welcome();
  page.globals.navigator.onLine = false;
  page.send('offline');
  assert.deepEqual(told.status.at(-1), ['offline', 'This device is offline.']);
  page.globals.navigator.onLine = true;
  page.send('online');
  latest().welcome();
  assert.deepEqual(told.status.at(-1), ['on', 'Connected']);
});

test('an open or opening connection is left alone', () => {
  join();
  page.send('online');
  latest().welcome();
  page.send('online');
  assert.equal(Socket.opened.length, 1);
});

test('a closed link stays closed', () => {
  join();
  latest().welcome();
  link.close();
  page.send('online');
  assert.deepEqual([Socket.opened.length, latest().closed, told.status.at(-1)[0]], [1, true, 'closed']);
});
