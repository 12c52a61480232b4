// The line to the server: a websocket that comes back by itself. A command is sent again after every break until it is
// answered; it carries a name of its own, so however often it arrives it counts once.

import { randomId } from './kit.js';
import { waitAfter } from './patience.js';

const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;
// What the server closes a socket with whose key belongs to no seat.
const NO_KEY = 4403;

/** The server said no; the message says why. */
export class Refused extends Error {}

/**
 * handlers: version()        the version that is known here, or null
 *           message(message) everything but answers to commands
 *           unknown()        the key belongs to no seat; from now on one watches
 *           status(kind, text) kind: 'on' | 'sending' | 'trying' | 'lost' | 'offline' | 'closed'
 */
export class Link {
  constructor(room, key, handlers) {
    this.room = room;
    this.key = key;
    this.handlers = handlers;
    this.pending = new Map();
    this.failures = 0;
    this.closed = false;
    this.wake = () => {
      if (document.visibilityState === 'visible') this.nudge();
    };
    this.nudge = this.nudge.bind(this);
    this.offline = () => this.lost();
    addEventListener('online', this.nudge);
    addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  /** Sends a command. Gives back the answer, however long the line is down in between; throws `Refused`. */
  do(command, seen) {
    const id = randomId();
    return new Promise((resolve, reject) => {
      this.pending.set(id, { frame: { type: 'do', id, seen, do: command }, resolve, reject });
      if (this.ready) this.send(this.pending.get(id).frame);
      this.tell();
    });
  }

  /** Whether something was sent that has no answer yet. */
  get waiting() {
    return this.pending.size > 0;
  }

  /** Begins anew, with the whole picture or what was missed. */
  refresh() {
    this.drop();
    this.connect();
  }

  /** Ends it for good. */
  close() {
    this.closed = true;
    removeEventListener('online', this.nudge);
    removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.wake);
    this.drop();
    this.handlers.status('closed', '');
  }

  drop() {
    clearTimeout(this.retry);
    clearInterval(this.counting);
    clearInterval(this.pinging);
    clearTimeout(this.pong);
    this.ready = false;
    if (this.socket) {
      this.socket.onopen = this.socket.onmessage = this.socket.onclose = this.socket.onerror = null;
      this.socket.close();
      this.socket = null;
    }
  }

  connect() {
    if (this.closed) return;
    this.drop();
    this.tell('trying');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.room)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const hello = { type: 'hello' };
      // The key goes in a message, never in an address, which others may write down.
      if (this.key) hello.key = this.key;
      const version = this.handlers.version();
      if (version !== null) hello.since = version;
      this.send(hello);
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => {
      // A key that the server does not know will not be known the next time, either.
      if (event.code === NO_KEY && this.key) {
        this.key = null;
        this.farewell = null;
        this.handlers.unknown();
        this.connect();
      } else this.lost();
    };
  }

  send(frame) {
    this.socket?.send(JSON.stringify(frame));
  }

  receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
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

  /** The line is down: waits a little, longer each time, and tries again. */
  lost() {
    if (this.closed) return;
    this.drop();
    const until = Date.now() + waitAfter(this.failures);
    this.failures += 1;
    const count = () => {
      const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
      if (navigator.onLine === false) this.tell('offline');
      else this.tell('lost', seconds);
    };
    count();
    this.counting = setInterval(count, 1000);
    this.retry = setTimeout(() => this.connect(), until - Date.now());
  }

  /** Something woke up: no need to wait any longer. */
  nudge() {
    if (this.closed || this.ready) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.failures = Math.min(this.failures, 2);
    this.connect();
  }

  tell(kind, seconds) {
    const kept = this.waiting ? ' Your move is kept and will be sent.' : '';
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
