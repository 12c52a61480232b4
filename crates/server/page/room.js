// A room: playing, watching, waiting for a friend, and what comes after the end.

import { el, put, api, once, announce, toast, confirmed, query, keepKey, keyOf, dropKey, sentence } from './kit.js';
import { go, title, useStyle } from './app.js';
import { drawLine, emblem } from './board.js';
import { Hand, Table } from './cards.js';
import { joinPanel, linkPanel } from './invite.js';
import { Link, Refused } from './link.js';
import { Plies, halves, sets } from './plies.js';
import { Seats } from './seats.js';
import { freeSeats, lastText, nameOf, news, offerText, roundText, timeText, turnText } from './words.js';

export async function show(main, { parts: [room] }) {
  const [game] = await Promise.all([api(`/api/rooms/${encodeURIComponent(room)}`), useStyle('room.css')]);
  const view = new Room(main, room, game);
  return () => view.leave();
}

/** How long an answer may take before one is told that it is being waited for. */
const SLOW = 250;

/** How long cards that were turned over lie there before another is laid on them. */
const READING = 900;

class Room {
  constructor(main, room, game) {
    this.main = main;
    this.room = room;
    this.game = game;
    this.here = null;
    this.watching = null;
    this.rung = 0;
    this.taken = null;
    this.past = null;
    this.revealing = null;
    const kept = keyOf(room);
    this.key = kept?.key ?? null;
    this.me = this.key ? kept.seat ?? null : null;
    this.build();
    this.onKey = (event) => this.typedKey(event);
    addEventListener('keydown', this.onKey);
    this.rememberRematch();
    this.paint();
    this.connect();
  }

  connect() {
    this.link?.close();
    this.link = new Link(this.room, this.key, {
      version: () => this.game.version,
      message: (message) => this.receive(message),
      unknown: () => this.unseated(),
      status: (kind, text) => this.status(kind, text),
    });
  }

  /** The server does not know the key: whoever had it watches, and may sit down if a seat is free. */
  unseated() {
    dropKey(this.room);
    this.key = null;
    this.me = null;
    toast('Your seat in this game is not known any more.', 'error');
    this.paint();
  }

  leave() {
    removeEventListener('keydown', this.onKey);
    this.link.close();
    this.seats.remove();
    this.line.remove();
  }

  build() {
    const part = (tag, name, props = {}) => (this[name] = el(tag, { data: { testid: name }, ...props }));
    part('div', 'offer', { class: 'offer' });
    part('div', 'banner', { class: 'banner' });
    part('div', 'invite', { class: 'panel invite' });
    part('p', 'prompt', { class: 'prompt' });
    part('p', 'trouble', { class: 'wrong trouble', role: 'alert' });
    part('div', 'other', { class: 'row other' });
    part('div', 'controls', { class: 'row controls' });
    part('div', 'hint', { class: 'panel hint', hidden: true });
    this.plies = new Plies((count) => this.lookAt(count));
    part('div', 'links', { class: 'row links' });
    part('p', 'linkStatus', { class: 'status' });
    part('p', 'watchers', { class: 'faint small' });
    part('p', 'about', { class: 'faint small about' });
    this.look = el('div', { class: 'row look', hidden: true, data: { testid: 'look' } });
    this.input = el('input', {
      type: 'text', id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 60,
      'aria-label': 'Type a move', data: { testid: 'typed' },
    });
    this.form = el('form', { class: 'typed', on: { submit: (event) => this.typed(event) } },
      this.input, el('button', { data: { testid: 'play' }, text: 'Play' }));
    const table = el('section', { class: 'stage', 'aria-label': 'The game' });
    this.seats = new Seats(table);
    this.lineBox = el('div', { class: 'line-box' });
    this.cardBox = el('div', { class: 'card-box', hidden: true });
    this.headline = el('h1', { text: this.game.title, data: { testid: 'title' } });
    table.append(this.offer, this.banner,
      el('div', { class: 'panel felt' }, this.look, this.lineBox, this.cardBox, this.prompt, this.other, this.trouble, this.form),
      this.controls);
    put(this.main, el('div', { class: 'room' },
      el('header', { class: 'room-head' }, el('div', {}, this.headline, this.about), el('div', { class: 'meta' }, this.linkStatus, this.watchers)),
      table,
      el('aside', { class: 'side' }, this.invite, this.hint,
        el('section', { class: 'panel', 'aria-labelledby': 'moves-title' },
          el('h2', { id: 'moves-title', text: 'Moves' }), this.plies.root, this.links))));
    this.line = drawLine(this.lineBox, this.game, this.lineOptions());
    this.table = new Table(this.cardBox);
    this.hand = new Hand(this.cardBox, (text, card) => this.move(text, card));
  }

  lineOptions(extra = {}) {
    return {
      seat: this.mayMove() ? this.me : null,
      label: `${this.game.title}: the number line`,
      onMove: (text) => this.move(text),
      onAim: (move) => this.aimed(move),
      onIdle: (number) => this.idle(number),
      ...extra,
    };
  }

  mayMove() {
    const { turn, chosen, ending } = this.game;
    if (!this.me || ending || this.past !== null || this.free().length) return false;
    return turn === this.me || (turn === 'both' && !chosen[this.me - 1]);
  }

  free() {
    return freeSeats(this.game);
  }

  people() {
    return this.game.players.every((player) => !player.computer);
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
    if (before.position !== game.position || before.round !== game.round) {
      this.rung = 0;
      this.hint.hidden = true;
    }
    if (before.plies.length !== game.plies.length) {
      this.taken = null;
      this.past = null;
    }
    const { said, shown } = news(before, game, change, this.me);
    said.forEach(announce);
    shown.forEach((text) => toast(text));
    if (!game.ending && this.me && (moved || game.round !== before.round)) announce(this.turnText());
    const mine = this.me && game.chosen[this.me - 1] && !before.chosen[this.me - 1];
    if (moved && before.turn === 'both' && before.hands) this.reveal(halves(game.plies.at(-1)));
    else if (this.revealing && !mine && !game.ending) this.paint({ table: false });
    else {
      this.revealing = null;
      this.paint();
    }
    this.rememberRematch();
    if (game.rematch && !before.rematch) this.followRematch();
  }

  /** The cards are turned over first, then the line shows what they did, and they lie there for a while to be read. */
  async reveal(cards) {
    const turn = {};
    this.revealing = turn;
    const turned = this.table.reveal(cards);
    this.paint({ table: false });
    await turned;
    if (this.revealing !== turn) return;
    this.paint({ table: false, line: true });
    await new Promise((done) => { setTimeout(done, READING); });
    if (this.revealing !== turn) return;
    this.revealing = null;
    this.paint();
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
    this.taken = card;
    this.lineBox.classList.add('busy');
    // A secret choice is not written where others may look over one's shoulder.
    const slow = setTimeout(() => {
      this.sending = card === null ? `${text}: sent, waiting…` : 'Sent, waiting…';
      this.aimed(null);
    }, SLOW);
    const done = await this.act({ kind: 'move', text });
    clearTimeout(slow);
    this.sending = null;
    this.lineBox.classList.remove('busy');
    if (done === null) {
      this.taken = null;
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
      if (this.past !== null) this.lookAt(null);
      this.complain('');
    } else if (!typing && !this.form.hidden && /^[0-9+-]$/.test(event.key)) this.input.focus();
    else if (event.key.startsWith('Arrow') && (event.target === document.body || event.target.id === 'main')) {
      event.preventDefault();
      if (this.game.hands && this.mayMove()) this.hand.focus();
      else this.line.focus();
    }
    else if (!typing && event.key === 'h' && this.rung < 4 && this.hintIsFair()) this.askHint();
  }

  complain(text) {
    this.trouble.textContent = text;
  }

  idle(number) {
    if (this.past !== null) this.complain('This is an earlier position. Go back to now to play.');
    else if (this.mayMove()) this.complain(`Nothing can be played on ${number}.`);
    else if (this.me && !this.game.ending) this.complain('It is not your turn.');
  }

  turnText() {
    if (this.past !== null) return `The position after move ${this.past}.`;
    return turnText(this.game, this.me, this.mayMove());
  }

  // What is shown.

  paint({ table = true, line = table } = {}) {
    const { game } = this;
    const now = this.past === null;
    this.look.hidden = now;
    title(`${game.title}${this.mayMove() ? ': your turn' : ''}`);
    this.main.firstChild.classList.toggle('my-turn', this.mayMove());
    this.about.textContent = [game.settings, roundText(game), timeText(game.time), game.note].filter(Boolean).join(' · ');
    this.paintPresence();
    if (line && now) this.line.show(game, this.lineOptions());
    this.cardBox.hidden = !game.hands;
    if (game.hands) {
      this.table.show(table ? game.chosen : null, [1, 2].map((seat) => nameOf(game, seat)));
      if (game.plies.length === 0 && !game.chosen.some(Boolean)) this.table.sweep();
      const mine = this.me ? game.hands[this.me - 1] : [];
      this.hand.show(mine, this.mayMove() ? game.moves[this.me - 1] : [], this.me, this.taken);
    }
    this.paintOther();
    this.aimed(null);
    this.paintOffer();
    this.paintEnd();
    this.paintInvite();
    this.paintControls();
    this.plies.show(game, this.past);
    this.paintLinks();
    const example = this.me ? game.moves[this.me - 1]?.at(-1)?.text : null;
    this.form.hidden = !this.mayMove();
    this.input.placeholder = example ? `or type a move, such as ${example}` : '';
  }

  paintPresence() {
    this.seats.show(this.game, this.me, this.here);
    const count = this.watching;
    put(this.watchers, count === null || count === 0 ? '' : count === 1 ? '1 watching' : `${count} watching`);
  }

  /** Moves that point at nothing on the table are buttons with their text. */
  paintOther() {
    const moves = this.mayMove() ? this.game.moves[this.me - 1].filter((move) => !move.cells && move.card === undefined) : [];
    put(this.other, moves.map((move) => el('button', { type: 'button', class: 'pill', text: move.text, on: { click: () => this.move(move.text) } })));
  }

  aimed(move) {
    if (move && this.mayMove()) put(this.prompt, el('strong', { text: move.text }), el('span', { class: 'faint', text: matchMedia('(hover: none)').matches ? ' · tap it to play' : ' · click or press Enter to play it' }));
    else put(this.prompt, this.sending ?? this.turnText());
  }

  paintEnd() {
    const { ending, moreRounds, rematch, score } = this.game;
    this.banner.hidden = !ending;
    if (!ending) return void put(this.banner);
    const mood = !this.me || !ending.winner ? 'even' : ending.winner === this.me ? 'won' : 'lost';
    this.banner.className = `banner ${mood}`;
    const word = { won: 'You won!', lost: 'You lost.', even: ending.winner ? '' : 'A draw.' }[mood];
    put(this.banner,
      ending.winner ? el('span', { class: 'banner-emblem' }, emblem(ending.winner)) : null,
      el('div', { class: 'grow' },
        word ? el('strong', { class: 'word', text: word }) : null,
        el('p', { text: sentence(ending.text ?? ending.kind), data: { testid: 'ending' } }),
        ending.kind === 'won' ? el('p', { class: 'faint', text: lastText(this.game, this.plies.beginner) }) : null,
        score?.text ? el('p', { class: 'faint', text: score.text, data: { testid: 'score' } }) : null),
      el('div', { class: 'row' },
        this.me && moreRounds ? el('button', { class: 'main', text: 'Next round', data: { testid: 'next-round' }, on: { click: () => this.act({ kind: 'nextRound' }) } }) : null,
        this.me && !moreRounds && !rematch && !this.game.offer ? el('button', { class: 'main', text: 'Rematch', data: { testid: 'rematch' }, on: { click: () => this.act({ kind: 'offerRematch' }) } }) : null,
        rematch ? el('a', { class: 'button main', href: `/r/${rematch}`, text: this.key ? 'To the rematch' : 'Watch the rematch', data: { testid: 'to-rematch' } }) : null));
  }

  paintOffer() {
    const { offer } = this.game;
    this.offer.hidden = !offer;
    if (!offer) return void put(this.offer);
    const mine = offer.by === this.me;
    const button = (text, kind, style, testid) => el('button', { type: 'button', class: style, text, data: { testid }, on: { click: () => this.act({ kind }) } });
    put(this.offer, el('span', { class: 'grow', text: offerText(this.game, this.me) }),
      !this.me ? null : mine ? button('Withdraw', 'decline', '', 'withdraw')
        : [button('Accept', 'accept', 'main', 'accept'), button('Decline', 'decline', '', 'decline')]);
  }

  paintInvite() {
    const free = this.free();
    this.invite.hidden = free.length === 0 || Boolean(this.game.ending);
    const shape = `${free}/${this.me}`;
    if (this.invite.hidden || this.invite.dataset.shape === shape) {
      if (this.invite.hidden) delete this.invite.dataset.shape;
      return;
    }
    this.invite.dataset.shape = shape;
    put(this.invite, this.me ? linkPanel(this.room, this.game) : joinPanel(this.room, this.game, free, (sat) => this.sitDown(sat)));
  }

  sitDown({ seat, key }) {
    keepKey(this.room, seat, key);
    this.key = key;
    this.me = seat;
    this.connect();
    this.paint();
    this.line.focus();
  }

  paintControls() {
    const { game } = this;
    const live = this.me && !game.ending && this.free().length === 0;
    const button = (text, testid, click, style = '', off = false) => el('button', { type: 'button', class: style, text, disabled: off, data: { testid }, on: { click } });
    put(this.controls, live ? [
      button('Take back', 'take-back', () => this.act({ kind: 'askBack' }), '', game.plies.length === 0 || Boolean(game.offer)),
      button('Offer draw', 'offer-draw', () => this.act({ kind: 'offerDraw' }), '', Boolean(game.offer)),
      button('Resign', 'resign', () => this.resign(), 'danger'),
    ] : null,
    this.hintIsFair() && this.rung < 4 ? button(this.rung ? 'Another hint' : 'Hint', 'hint-button', () => this.askHint()) : null);
  }

  async resign() {
    if (await confirmed('Do you want to give up this game?', 'Resign', 'Play on')) this.act({ kind: 'resign' });
  }

  /** Hints are for games against the computer and for who only watches; between two people they would be cheating. */
  hintIsFair() {
    if (this.game.ending || this.game.turn === 'over') return false;
    return this.me ? !this.people() && this.mayMove() : this.free().length === 0;
  }

  async askHint() {
    const { game } = this;
    const rung = Math.min(4, this.rung + 1);
    const seat = game.turn === 'both' ? this.me ?? 1 : undefined;
    try {
      const hint = await api(`/api/games/${game.game}/hint${query([...sets(game), ['position', game.position], ['rung', rung], ['seat', seat]])}`);
      if (game.position !== this.game.position) return;
      if (this.rung === 0) put(this.hint, el('h2', { text: 'Hint' }), el('ol', { class: 'rungs' }));
      this.rung = hint.rung ?? rung;
      const rungs = this.hint.querySelector('ol');
      if ([...rungs.children].at(-1)?.textContent !== hint.text) rungs.append(el('li', { text: hint.text }));
      this.hint.hidden = false;
      announce(hint.text);
      this.paintControls();
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  // Earlier positions.

  async lookAt(count) {
    const { game } = this;
    if (count === null) {
      this.past = null;
      this.line.show(game, this.lineOptions({ last: this.lastNow }));
      this.paint();
      return;
    }
    if (this.past === null) this.lastNow = this.line.last;
    try {
      const after = (plies) => {
        const moves = game.plies.slice(0, plies).join('; ');
        const board = `/api/games/${game.game}/board`;
        if (moves.length < 4000) return once(`${board}${query([...sets(game), ['position', game.start], ['moves', moves]])}`);
        // An address has a limit that a long game goes beyond.
        return api(board, { body: { set: sets(game).map(([, setting]) => setting), position: game.start, moves } });
      };
      const [before, board] = await Promise.all([after(count - 1), after(count)]);
      if (game !== this.game) return;
      this.past = count;
      const last = [...board.cells].flatMap((letter, index) => (letter === before.cells[index] ? [] : [board.from + index]));
      this.line.show({ ...board, moves: [[], []] }, this.lineOptions({ last }));
      put(this.look, el('span', { class: 'faint grow', text: `After move ${count} of ${game.plies.length}` }),
        el('button', { type: 'button', text: '◂', 'aria-label': 'The move before', disabled: count <= 1, on: { click: () => this.lookAt(count - 1) } }),
        el('button', { type: 'button', text: '▸', 'aria-label': 'The next move', on: { click: () => this.lookAt(count + 1 >= game.plies.length ? null : count + 1) } }),
        el('button', { type: 'button', text: 'Back to now', data: { testid: 'now' }, on: { click: () => this.lookAt(null) } }));
      this.paint();
      announce(this.turnText());
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  paintLinks() {
    const { game } = this;
    const done = Boolean(game.ending);
    const study = `/study/${game.game}${query([...sets(game), ['position', game.start], ['moves', game.plies.join('; ')]])}`;
    put(this.links,
      done ? el('a', { class: 'button', href: `/review/${this.room}`, text: 'Review', data: { testid: 'review' } }) : null,
      done || !this.me ? el('a', { class: 'button', href: study, text: 'Analyse', data: { testid: 'analyse' } }) : null,
      done ? el('a', { class: 'button', href: `/api/rooms/${this.room}/record`, download: `numberline-${this.room}.txt`, text: 'Record', data: { testid: 'record' } }) : null,
      el('a', { class: 'button quiet', href: `/rules/${game.game}`, text: 'Rules' }));
  }

  status(kind, text) {
    clearTimeout(this.slow);
    const tell = () => {
      this.linkStatus.dataset.kind = kind;
      this.linkStatus.textContent = text;
    };
    if (kind === 'sending') this.slow = setTimeout(tell, SLOW);
    else tell();
    // The seconds are counted for the eye only.
    const down = kind === 'lost' || kind === 'offline';
    if (down && !this.down) announce('The connection is lost. It comes back by itself.');
    if (this.down && kind === 'on') announce('Connected again.');
    this.down = down || (this.down && kind !== 'on');
  }
}
