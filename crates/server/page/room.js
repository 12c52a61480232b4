// A room: playing, watching, waiting for a friend, and what comes after the end.

import { el, put, api, announce, toast, keepKey, keyOf, dropKey, sentence } from './kit.js';
import { go, title, useStyle } from './app.js';
import { changed, drawLine } from './board.js';
import { Coach } from './coach.js';
import { paintControls, paintLinks, paintOffer, paintOther } from './controls.js';
import { Deal } from './deal.js';
import { paintEnding } from './ending.js';
import { frame } from './frame.js';
import { Invite } from './invite.js';
import { Link, Refused } from './link.js';
import { Past } from './past.js';
import { Plies, halves } from './plies.js';
import { Seats } from './seats.js';
import { SLOW, Status } from './status.js';
import { freeSeats, hasMoved, news, playedText, roundText, settingsText, timeText, turnText } from './words.js';

export async function show(main, { parts: [room] }) {
  const [game] = await Promise.all([api(`/api/rooms/${encodeURIComponent(room)}`), useStyle('room.css')]);
  const view = new Room(main, room, game);
  return () => view.leave();
}

class Room {
  constructor(main, room, game) {
    this.main = main;
    this.room = room;
    this.game = game;
    this.here = null;
    this.watching = null;
    this.last = [];
    const kept = keyOf(room);
    this.key = kept?.key ?? null;
    // A seat that was only asked for is one's own when the server says so.
    this.me = kept && !kept.wished ? kept.seat ?? null : null;
    this.build();
    this.onKey = (event) => this.typedKey(event);
    addEventListener('keydown', this.onKey);
    this.rememberRematch();
    this.paint();
    this.findLast();
    this.connect();
  }

  connect() {
    this.link?.close();
    this.link = new Link(this.room, this.key, {
      version: () => this.game.version,
      message: (message) => this.receive(message),
      unknown: () => this.unseated(),
      status: (kind, text) => {
        this.status.show(kind, text);
        if (this.sending) this.aimed(null);
      },
    });
  }

  /** The server does not know the key: whoever had it watches, and may sit down if a seat is free. */
  unseated() {
    const { wished } = keyOf(this.room) ?? {};
    // With a key that was only asked with, one asks again, for as long as there is a seat.
    if (!wished || this.free().length === 0) dropKey(this.room);
    this.key = null;
    this.me = null;
    if (!wished) toast('Your seat in this game is not known any more.', 'error');
    this.paint();
  }

  leave() {
    removeEventListener('keydown', this.onKey);
    this.link.close();
    this.invite.leave();
    this.seats.remove();
    this.line.remove();
  }

  build() {
    Object.assign(this, frame(this.main, this.game.title));
    this.status = new Status();
    this.plies = new Plies((count) => this.lookAt(count));
    this.past = new Past((count) => this.lookAt(count));
    this.invite = new Invite((sat) => this.sitDown(sat));
    this.coach = new Coach(() => this.paintControls());
    this.meta.prepend(this.status.root);
    this.side.prepend(this.invite.root, this.coach.root);
    this.links.before(this.plies.root);
    this.felt.prepend(this.past.root);
    this.seats = new Seats(this.stage);
    this.stage.append(this.offer, this.banner, this.felt, this.controls);
    this.form.addEventListener('submit', (event) => this.typed(event));
    this.line = drawLine(this.lineBox, this.game, this.lineOptions());
    this.deal = new Deal(this.cardBox, (text, card) => this.move(text, card));
  }

  lineOptions(extra = {}) {
    return {
      seat: this.mayMove() ? this.me : null,
      label: `${this.game.title}: the number line`,
      onMove: (text) => this.move(text),
      onAim: (move) => this.aimed(move),
      onIdle: (number) => this.idle(number),
      last: this.last,
      ...extra,
    };
  }

  mayMove() {
    const { turn, chosen, ending } = this.game;
    if (!this.me || ending || this.past.count !== null || this.free().length) return false;
    return turn === this.me || (turn === 'both' && !chosen[this.me - 1]);
  }

  free() {
    return freeSeats(this.game);
  }

  // What comes from the server.

  receive(message) {
    if (message.type === 'welcome') {
      if (this.me !== message.seat) {
        this.me = message.seat;
        if (this.key) keepKey(this.room, this.me, this.key);
        this.paint();
      }
    } else if (message.type === 'presence') {
      this.here = message.here;
      this.watching = message.watching;
      this.paintPresence();
    } else if (message.type === 'game') this.take(message);
    else if (message.type === 'change') {
      if (message.version <= this.game.version) return;
      if (message.version > this.game.version + 1) {
        // Something was missed: begin anew from what is known.
        this.link.refresh();
        return;
      }
      const { from, add } = message.plies;
      this.take({ ...this.game, ...message, plies: [...this.game.plies.slice(0, from), ...add] }, message);
    }
  }

  /** What is here now, and what led to it. */
  take(game, change = null) {
    const before = this.game;
    this.game = game;
    const moved = change !== null && change.plies.add.length > 0 && change.plies.from === before.plies.length;
    if (!sameMoves(before, game)) {
      this.deal.taken = null;
      this.past.show(game, null);
      if (moved && change.plies.add.length === 1) this.last = changed(before, game);
      else this.findLast();
    }
    const { said, shown } = news(before, game, change, { me: this.me ?? this.invite.wanted, withdrew: this.withdrew });
    if (!game.offer) this.withdrew = false;
    said.forEach(announce);
    shown.forEach((text) => toast(text));
    if (!game.ending && this.me && (moved || game.round !== before.round)) announce(this.turnText());
    const mine = this.me && game.chosen[this.me - 1] && !before.chosen[this.me - 1];
    if (moved && before.turn === 'both' && before.hands) this.deal.reveal(halves(game.plies.at(-1)), (what) => this.paint(what));
    else if (this.deal.turning && !mine && !game.ending) this.paint({ table: false });
    else {
      this.deal.turning = null;
      this.paint();
    }
    this.rememberRematch();
    if (game.rematch && !before.rematch) this.followRematch();
  }

  /** In a rematch the players sit down with the keys they have. */
  rememberRematch() {
    const next = this.game.rematch;
    if (next && this.key && !keyOf(next)) keepKey(next, null, this.key);
  }

  followRematch() {
    if (!this.key) return;
    announce('The rematch begins.');
    go(`/r/${this.game.rematch}`);
  }

  // What goes to the server.

  async act(command) {
    this.complain('');
    if (command.kind === 'decline') this.withdrew = this.game.offer?.by === this.me;
    try {
      return await this.link.do(command, this.game.version);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.complain(sentence(error.message));
      return null;
    }
  }

  async move(text, card = null) {
    if (this.link.waiting) return;
    this.deal.taken = card;
    this.lineBox.classList.add('busy');
    // A secret choice is not written where others may look over one's shoulder.
    const slow = setTimeout(() => {
      this.sending = card === null ? text : 'Your card';
      this.aimed(null);
    }, SLOW);
    const done = await this.act({ kind: 'move', text });
    clearTimeout(slow);
    this.sending = null;
    this.lineBox.classList.remove('busy');
    if (done === null) {
      this.deal.taken = null;
      this.paint();
    } else {
      this.input.value = '';
      this.aimed(null);
    }
  }

  typed(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const [known] = this.me ? this.game.moves[this.me - 1].filter((move) => move.text === text) : [];
    this.move(text, known?.card ?? null);
  }

  typedKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const typing = event.target.matches?.('input, textarea, select');
    if (event.key === 'Escape') {
      this.line.cancel();
      if (event.target === this.input) {
        this.input.value = '';
        this.input.blur();
      }
      if (this.past.count !== null) this.lookAt(null);
      this.complain('');
    } else if (!typing && !this.form.hidden && /^[0-9+-]$/.test(event.key)) this.input.focus();
    else if (event.key.startsWith('Arrow') && (event.target === document.body || event.target.id === 'main')) {
      event.preventDefault();
      if (this.game.hands && this.mayMove()) this.deal.hand.focus();
      else this.line.focus();
    }
    else if (!typing && event.key === 'h') this.coach.climb();
  }

  complain(text) {
    this.trouble.textContent = text;
  }

  idle(number) {
    if (this.past.count !== null) this.complain('This is an earlier position. Go back to now to play.');
    else if (this.mayMove()) this.complain(`Nothing can be played on ${number}.`);
    else if (this.me && !this.game.ending) this.complain('It is not your turn.');
  }

  turnText() {
    if (this.past.count !== null) return `The position after move ${this.past.count}.`;
    return turnText(this.game, this.me, this.mayMove());
  }

  // What is shown.

  paint({ table = true, line = table } = {}) {
    const { game } = this;
    title(`${game.title}${this.mayMove() ? ': your turn' : ''}`);
    this.main.firstChild.classList.toggle('my-turn', this.mayMove());
    this.main.firstChild.classList.toggle('over', Boolean(game.ending) && this.past.count === null);
    this.about.textContent = [settingsText(game), roundText(game), timeText(game.time), game.note].filter(Boolean).join(' · ');
    this.paintPresence();
    if (line && this.past.count === null) this.line.show(game, this.lineOptions());
    const moves = this.mayMove() ? game.moves[this.me - 1] : [];
    this.deal.show(game, this.me, moves, !table);
    const act = (command) => this.act(command);
    paintOther(this.other, moves, (text) => this.move(text));
    this.plies.show(game, this.past.count);
    this.aimed(null);
    paintOffer(this.offer, game, this.me, act);
    paintEnding(this.banner, game, { me: this.me, beginner: this.plies.beginner, seated: Boolean(this.key) }, act);
    this.invite.show(this.room, game, this.me);
    this.paintControls();
    paintLinks(this.links, this.room, game, this.me);
    this.form.hidden = !this.mayMove();
    this.input.placeholder = moves.length ? `or type a move, such as ${moves.at(-1).text}` : '';
  }

  paintPresence() {
    this.seats.show(this.game, this.me, this.here);
    const count = this.watching;
    put(this.watchers, count === null || count === 0 ? '' : count === 1 ? '1 watching' : `${count} watching`);
  }

  /** What one points at stands in the place of whose turn it is, which keeps its room, so that nothing jumps about. */
  aimed(move) {
    const aims = Boolean(move) && this.mayMove();
    const played = this.past.count === null ? playedText(this.game, this.me, this.plies.beginner) : '';
    const sending = this.link?.ready ? 'sent, waiting…' : 'kept, and sent when the connection is back.';
    const turn = this.sending ? `${this.sending}: ${sending}` : [played ? el('span', { class: 'played faint', text: played }) : null, this.turnText()];
    put(this.prompt, el('span', { class: aims ? 'under' : '' }, turn),
      aims ? el('span', {}, el('strong', { text: move.text }), el('span', { class: 'faint', text: matchMedia('(hover: none)').matches ? ' · tap it to play' : ' · click or press Enter to play it' })) : null);
  }

  sitDown({ seat, key }) {
    this.key = key;
    this.me = seat;
    this.connect();
    this.paint();
    this.line.focus();
  }

  paintControls() {
    const { game, me } = this;
    const live = me && !game.ending && this.free().length === 0;
    this.coach.show(game, me, this.mayMove());
    paintControls(this.controls, live ? game : null, (command) => this.act(command), this.coach, hasMoved(game, me, this.plies.beginner));
  }

  // Earlier positions.

  async lookAt(count) {
    const { game } = this;
    if (count === null) {
      this.past.show(game, null);
      this.paint();
      return;
    }
    try {
      const { board, last } = await this.past.at(game, count);
      if (game !== this.game) return;
      this.past.show(game, count);
      this.line.show({ ...board, moves: [[], []] }, this.lineOptions({ last }));
      this.paint();
      announce(this.turnText());
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  /** Finds out what the last move changed, where one has not seen it happen. */
  async findLast() {
    const { game } = this;
    this.last = [];
    if (!game.plies.length) return;
    try {
      const { last } = await this.past.at(game, game.plies.length);
      if (!sameMoves(game, this.game)) return;
      this.last = last;
      if (!this.deal.turning) this.paint();
    } catch {
      // The line reads well without the mark.
    }
  }
}

/** Whether two pictures of a room have come by the same way. */
function sameMoves(one, other) {
  return one.round === other.round && one.plies.join() === other.plies.join();
}
