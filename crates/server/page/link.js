// The connection to the server: a websocket that reconnects by itself. A command is resent after every break until it
// is answered; its id makes it count once.

import { randomId } from './kit.js';
import { countDown, waitAfter } from './patience.js';

/**
 * @import { Command, Message, Said } from '../page-types/wire.js'
 * @typedef {'on' | 'sending' | 'trying' | 'lost' | 'offline' | 'closed'} Kind
 * @typedef {object} Handlers
 * @property {() => number | null} version the version that the page knows
 * @property {(message: Message) => void} message everything but answers to commands
 * @property {() => void} unknown the key does not match any seat; from now on the viewer is a spectator
 * @property {(kind: Kind, text: string) => void} status
 */

const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
// The close code for a key that does not match any seat.
const NO_KEY = 4403;
// The close code for a room that was deleted.
const DELETED = 4410;

/** The server refused; the message says why. */
export class Refused extends Error {}

export class Link {
  /**
   * @param {string} room
   * @param {string | null} key
   * @param {Handlers} handlers
   */
  constructor(room, key, handlers) {
    this.room = room;
    this.key = key;
    this.handlers = handlers;
    /** @type {Map<string, { frame: Said, resolve: (answer: Message) => void, reject: (error: Refused) => void }>} */
    this.pending = new Map();
    this.failures = 0;
    this.ready = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {string | null} The server's reason for closing the connection. */
    this.farewell = null;
    this.stopCounting = () => {};
    this.closing = new AbortController();
    const { signal } = this.closing;
    addEventListener('online', () => this.nudge(), { signal });
    addEventListener('offline', () => this.lost(), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.nudge(), {
      signal,
    });
    this.connect();
  }

  /**
   * Sends a command. Resolves with the answer, however long the connection is down in between; throws `Refused`.
   * @param {Command} command
   * @param {number} seen
   * @returns {Promise<Message>}
   */
  do(command, seen) {
    const id = randomId();
    /** @type {Said} */
    const frame = { type: 'do', id, seen, do: command };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { frame, resolve, reject });
      if (this.ready) this.send(frame);
      this.tell();
    });
  }

  /** Whether a command is still unanswered. */
  get waiting() {
    return this.pending.size > 0;
  }

  /**
   * Closes the link permanently.
   * @param {string} [why]
   */
  close(why = '') {
    this.closing.abort();
    this.drop();
    this.handlers.status('closed', why);
  }

  /** The room is gone, and no command will be answered any more. */
  end() {
    const why = this.farewell ?? 'This game was deleted.';
    for (const { reject } of this.pending.values()) reject(new Refused(why));
    this.pending.clear();
    this.close(why);
  }

  drop() {
    clearTimeout(this.retry);
    clearInterval(this.pinging);
    clearTimeout(this.pong);
    this.stopCounting();
    this.ready = false;
    if (this.socket) {
      this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
      this.socket = null;
    }
  }

  /** Reconnects, and gets the full state or what was missed. */
  connect() {
    if (this.closing.signal.aborted) return;
    this.drop();
    this.tell('trying');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.room)}/socket`);
    this.socket = socket;
    // The key goes in a message, never in a URL, which may be logged.
    socket.onopen = () => this.send({ type: 'hello', key: this.key, since: this.handlers.version(), diffs: true });
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => {
      // A key that the server does not know now will not be known later, either.
      if (event.code === NO_KEY && this.key) {
        this.key = null;
        this.farewell = null;
        this.handlers.unknown();
        this.connect();
      } else if (event.code === DELETED) this.end();
      else this.lost();
    };
  }

  /** @param {Said} frame */
  send(frame) {
    this.socket?.send(JSON.stringify(frame));
  }

  /** @param {string} text */
  receive(text) {
    /** @type {Message} */
    const message = JSON.parse(text);
    clearTimeout(this.pong);
    if (message.type === 'welcome') {
      this.ready = true;
      this.failures = 0;
      this.pinging = setInterval(() => this.ping(), PING_EVERY);
      for (const { frame } of this.pending.values()) this.send(frame);
      this.tell();
    }
    if (message.type === 'done' || message.type === 'refused') {
      const command = this.pending.get(message.id);
      this.pending.delete(message.id);
      this.tell();
      if (message.type === 'done') command?.resolve(message);
      else command?.reject(new Refused(message.reason));
      return;
    }
    if (message.type === 'bye') this.farewell = message.reason;
    if (message.type !== 'pong') this.handlers.message(message);
  }

  ping() {
    this.send({ type: 'ping' });
    clearTimeout(this.pong);
    this.pong = setTimeout(() => this.lost(), PONG_WITHIN);
  }

  /** The connection is down: waits a little, longer each time, and tries again. */
  lost() {
    this.drop();
    const wait = waitAfter(this.failures);
    this.failures += 1;
    this.stopCounting = countDown(wait,
      (seconds) => this.tell(navigator.onLine === false ? 'offline' : 'lost', seconds));
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** The device or page is awake: no need to wait any longer. */
  nudge() {
    if (this.ready || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.failures = Math.min(this.failures, 2);
    this.connect();
  }

  /**
   * @param {Kind} [kind]
   * @param {number} [seconds]
   */
  tell(kind, seconds) {
    const kept = this.waiting ? ' Your move is saved and will be sent.' : '';
    const again = this.farewell ? `${this.farewell} Trying` : 'Connection lost, trying';
    if (kind === 'lost') this.handlers.status('lost', `${again} again in ${seconds} s.${kept}`);
    else if (kind === 'offline') this.handlers.status('offline', `This device is offline.${kept}`);
    else if (kind === 'trying') this.handlers.status('trying', this.failures ? `Trying again…${kept}` : 'Connecting…');
    else if (this.ready) {
      this.farewell = null;
      if (this.waiting) this.handlers.status('sending', 'Sent, waiting…');
      else this.handlers.status('on', 'Connected');
    }
  }
}
