// A room: playing, watching, waiting for a friend, and what follows the end.

import { Line } from './board.js';
import { Claim } from './claim.js';
import { Coach } from './coach.js';
import { paintControls, paintLinks, paintOffer, paintOther } from './controls.js';
import { Deal } from './deal.js';
import { after } from './diff.js';
import { emotePanel, showEmote } from './emotes.js';
import { paintEnding } from './ending.js';
import { frame } from './frame.js';
import { noteGame } from './games.js';
import { cellsOf, numeral } from './geometry.js';
import { Invite } from './invite.js';
import { dropKey, keepKey, keyOf } from './keyring.js';
import { inField, onKeys } from './keys.js';
import { announce, api, el, put, reason, sentence, toast, visit } from './kit.js';
import { Link, Refused } from './link.js';
import { go, useKeys } from './nav.js';
import { isOn } from './options.js';
import { Past } from './past.js';
import { Plies } from './plies.js';
import { Seats } from './seats.js';
import { shareResult } from './share.js';
import { Signal } from './signal.js';
import { sound } from './sound.js';
import { SLOW, Status } from './status.js';
import { effectText, freeSeats, hasMoved, news, playedText, seatOf, seedText, timeText, turnText } from './words.js';

/**
 * @import { Asked, Command, Game, Happening, Message, Move, Seated, Told } from '../page-types/wire.js'
 * @import { KeyRow } from './keys.js'
 */

/**
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [room] }) {
  const view = new Room(main, await api(`/api/rooms/${room}`));
  return () => view.leave();
}

class Room {
  /**
   * @param {Element} main
   * @param {Game} game
   */
  constructor(main, game) {
    this.game = game;
    this.room = game.room;
    /** @type {boolean[] | null} */
    this.here = null;
    /** @type {Told[] | null} What arrives while cards are turning is shown when they have turned. */
    this.waiting = null;
    /** @type {string | null} The move on its way to the server. */
    this.sending = null;
    /** Whether the viewer has withdrawn an offer. */
    this.withdrew = false;
    const kept = keyOf(this.room);
    this.key = kept?.key ?? null;
    // A requested seat belongs to the viewer once the server says so.
    this.home = kept && !kept.wished ? kept.seat : null;
    /** Whose moves are known: those of a player who has just sat down are not. */
    this.told = this.home;
    this.places = frame(main, game.title, () => this.typed());
    this.status = new Status();
    this.plies = new Plies((count) => this.lookAt(count));
    this.past = new Past((count) => this.lookAt(count));
    this.invite = new Invite((sat) => this.sitDown(sat), () => this.act({ kind: 'cancel' }));
    this.coach = new Coach(() => this.paintControls());
    /** @param {Command} command */
    const act = (command) => this.act(command);
    this.claim = new Claim(act);
    this.signal = new Signal();
    this.emotes = emotePanel(act);
    const { meta, side, links, felt, stage, prompt, controls, lineBox, cardBox } = this.places;
    meta.prepend(this.status.root);
    side.prepend(this.invite.root, this.coach.root);
    links.before(this.plies.root);
    felt.prepend(this.past.root);
    prompt.after(this.claim.root);
    this.seats = new Seats(stage);
    stage.append(felt, controls);
    this.line = new Line(lineBox);
    this.deal = new Deal(cardBox, (text, card) => this.move(text, card), (move) => this.aimed(move));
    const keys = this.keys();
    useKeys(keys);
    this.dropKeys = onKeys(keys);
    this.rememberRematch();
    visit.set('room', this.room);
    this.paint();
    this.link = this.connect();
  }

  connect() {
    this.link?.close();
    return new Link(this.room, this.key, { version: () => this.told === this.home ? this.game.version : null,
      message: (message) => this.receive(message), unknown: () => this.unseated(), status: (kind, text) => {
        this.status.show(kind, text);
        if (this.sending) this.aimed(null);
      } });
  }

  /** The server does not know the key: the viewer becomes a spectator, and may take a free seat. */
  unseated() {
    const wished = keyOf(this.room)?.wished;
    // A key from an unanswered request is sent again, while a seat is free.
    if (!wished || freeSeats(this.game).length === 0) dropKey(this.room);
    this.key = null;
    this.home = null;
    if (!wished) toast('The server no longer knows your seat in this game.', 'error');
    this.paint();
  }

  leave() {
    this.dropKeys();
    this.link?.close();
    this.invite.leave();
    this.seats.remove();
    this.claim.remove();
    this.signal.leave();
    this.line.remove();
  }

  lineOptions(last = this.game.lastPly) {
    return { landmarks: this.game.landmarks, seat: this.mayMove() ? this.me : null,
      label: `${this.game.title}: the number line`, onMove: (/** @type {string} */ text) => this.move(text),
      onAim: (/** @type {Move | null} */ move) => this.aimed(move),
      onIdle: (/** @type {number} */ number) => this.idle(number), over: Boolean(this.game.ending),
      last: cellsOf(last?.cells), blocked: cellsOf(last?.blocked) };
  }

  mayMove() {
    const { turn, chosen, ending } = this.game;
    if (!this.me || ending || this.past.count !== null || freeSeats(this.game).length) return false;
    return turn === this.me || (turn === 'both' && !chosen[this.me - 1]);
  }

  /** Whether the viewer has made a choice that they can still change. */
  mayChange() {
    const { turn, chosen, ending } = this.game;
    return Boolean(this.me && !ending && this.past.count === null && turn === 'both' && chosen[this.me - 1]);
  }

  /** The viewer's current seat. */
  get me() {
    return seatOf(this.game, this.home);
  }

  /** The viewer's playable moves. */
  get moves() {
    return this.me && (this.mayMove() || this.mayChange()) ? this.game.moves[this.me - 1] : [];
  }

  // Messages from the server.

  /** @param {Message} message */
  receive(message) {
    if (message.type === 'welcome') {
      const seat = message.seat ?? null;
      if (this.home !== seat) {
        this.home = seat;
        if (this.key) keepKey(this.room, seat, this.key);
        this.paint();
      }
    } else if (message.type === 'presence') {
      const { here, watching } = message;
      this.here = here;
      put(this.places.watchers, watching ? `${watching} watching` : '');
      this.seats.show(this.game, this.me, here);
    } else if (message.type === 'game' || message.type === 'change' || message.type === 'diff') {
      if (this.waiting) this.waiting.push(message);
      else this.hear(message);
    }
  }

  /**
   * A new state, or a change of the one that is shown.
   * @param {Told} message
   */
  hear(message) {
    if (message.type === 'presence') return;
    // A diff that does not tell its version makes the next one.
    const version = message.version ?? this.game.version + 1;
    if (message.type === 'game') this.told = this.home;
    else if (version <= this.game.version) return;
    // A message was missed: reconnect from the known version.
    else if (version > this.game.version + 1) return this.link?.connect();
    const { game, happening } = after(this.game, message, this.home);
    this.take(game, happening);
  }

  /**
   * The new state, and what led to it. Until both cards have turned, nothing on the page tells what they are.
   * @param {Game} game
   * @param {Happening} happening
   */
  async take(game, happening) {
    const { add, from } = happening.plies;
    const moved = add.length > 0 && game.round === this.game.round && from === this.game.plies.length;
    if (moved && this.game.turn === 'both' && game.hands) {
      this.waiting = [];
      await this.deal.reveal(game, this.me);
    }
    this.adopt(game, happening, moved);
    const later = this.waiting ?? [];
    this.waiting = null;
    for (const message of later) this.receive(message);
  }

  /**
   * Shows a new state.
   * @param {Game} game
   * @param {Happening} happening
   * @param {boolean} moved
   */
  adopt(game, happening, moved) {
    const before = this.game;
    this.game = game;
    if (!sameMoves(before, game)) this.past.show(game, null);
    const { said, shown } = news(before, game, happening, { me: this.me ?? this.invite.wanted,
      withdrew: this.withdrew });
    if (!game.offer) this.withdrew = false;
    // What was wrong before the move is not wrong any more.
    if (moved) this.complain('');
    for (const text of said) announce(text);
    for (const text of shown) toast(text);
    if (!game.ending && this.me && (moved || game.round !== before.round)) announce(this.turnText());
    this.paint();
    this.hearable(before, game, happening, moved);
    if (happening.emote) showEmote(this.seats.root, game, happening, this.me);
    // What the other player did, and how it ended, is not left outside the window.
    const other = moved && happening.by !== this.me;
    if (game.ending && !before.ending) this.places.banner.scrollIntoView({ block: 'nearest' });
    else if (other) this.places.lineBox.scrollIntoView({ block: 'nearest' });
    this.rememberRematch();
    if (game.rematch && !before.rematch && this.key) {
      announce('The rematch begins.');
      go(`/r/${game.rematch}`);
    }
  }

  /**
   * @param {Game} before
   * @param {Game} game
   * @param {Happening} happening
   * @param {boolean} moved
   */
  hearable(before, game, happening, moved) {
    const { ending } = game;
    if (ending && !before.ending)
      sound(!ending.winner || !this.me ? 'even' : ending.winner === this.me ? 'won' : 'lost');
    else if (moved && !this.mayMove()) sound('move');
    else if (happening.what === 'joined') sound('join');
  }

  /** In a rematch the players take their seats with the keys they have. */
  rememberRematch() {
    const next = this.game.rematch;
    if (next && this.key && !keyOf(next)) keepKey(next, null, this.key);
  }

  // Commands to the server.

  /** @param {Command} command */
  async act(command) {
    this.complain('');
    if (command.kind === 'decline') this.withdrew = this.game.offer?.by === this.me;
    try {
      return await this.link?.do(command, this.game.version);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.complain(sentence(error.message));
      return null;
    }
  }

  /**
   * @param {string} text
   * @param {number | null} card
   */
  async move(text, card = null) {
    if (this.link?.waiting) return;
    const { lineBox, input } = this.places;
    const before = this.deal.taken;
    this.deal.take(this.game, card);
    lineBox.classList.add('busy');
    // A secret choice is not shown, in case someone looks over the player's shoulder.
    const slow = setTimeout(() => {
      this.sending = this.game.turn === 'both' ? 'Your choice' : text;
      this.aimed(null);
    }, SLOW);
    const done = await this.act({ kind: 'move', text });
    clearTimeout(slow);
    this.sending = null;
    lineBox.classList.remove('busy');
    if (done) {
      input.value = '';
      this.aimed(null);
    } else {
      this.deal.take(this.game, before);
      this.paint();
    }
  }

  typed() {
    const text = this.places.input.value.trim();
    if (text) this.move(text, this.moves.find((move) => move.text === text)?.card ?? null);
  }

  /**
   * The keys of a room. Those without actions are handled by the number line and the cards.
   * @returns {KeyRow[]}
   */
  keys() {
    const { input, form } = this.places;
    /** @param {KeyboardEvent} event */
    const focus = (event) => {
      if (!(event.target instanceof Element && event.target.matches('body, #main'))) return;
      event.preventDefault();
      if (this.game.hands && this.mayMove()) this.deal.hand.focus();
      else this.line.focus();
    };
    /** @param {KeyboardEvent} event */
    const type = (event) => !inField(event) && !form.hidden && input.focus();
    /** @param {KeyboardEvent} event */
    const cancel = ({ target }) => {
      this.line.cancel();
      if (target === input) {
        input.value = '';
        input.blur();
      }
      if (this.past.count !== null) this.lookAt(null);
      this.complain('');
    };
    /** @param {KeyboardEvent} event */
    const hint = (event) => !inField(event) && this.coach.climb();
    return [['← →  ↑ ↓', 'move along the number line or your cards', { ArrowLeft: focus, ArrowRight: focus,
      ArrowUp: focus, ArrowDown: focus }], ['Enter, Space', 'play the selected move'], ['Shift ← →',
      'select several neighbouring numbers'], ['0–9  + −', 'type a move, such as 5 6 or 2 right; Enter plays it',
      Object.fromEntries([...'0123456789+-'].map((key) => [key, type]))], ['Esc', 'cancel the selection', {
      Escape: cancel,
    }], ['h', 'a hint, where hints are allowed', { h: hint }], ['?', 'show these keys']];
  }

  /** @param {string} text */
  complain(text) {
    this.places.trouble.textContent = text;
  }

  /** @param {number} number */
  idle(number) {
    if (this.past.count !== null)
      this.complain('This is an earlier position. Return to the game to play.');
    else if (this.mayMove() && this.game.hands) this.complain(`Play one of your ${this.game.piece}s.`);
    else if (this.mayMove()) this.complain(`You cannot play on ${numeral(number)}.`);
    else if (this.me && !this.game.ending) this.complain('It is not your turn.');
  }

  turnText() {
    if (this.past.count !== null) return `The position after move ${this.past.count}.`;
    return turnText(this.game, this.me, this.mayMove());
  }

  // Drawing.

  paint() {
    const { game, me, moves, places } = this;
    const { root, goal, about, notice, other, offer, banner, links, form, input } = places;
    noteGame(game, me);
    this.signal.show(game.title, this.mayMove(), game.plies.length > 0);
    root.classList.toggle('my-turn', this.mayMove());
    root.classList.toggle('over', Boolean(game.ending) && this.past.count === null);
    goal.textContent = game.goal;
    const facts = [game.differs, game.roundText, timeText(game.time), seedText(game), game.note];
    about.textContent = facts.filter(Boolean).join(' · ');
    notice.textContent = game.ending ? '' : game.repetition ?? '';
    this.seats.show(game, me, this.here);
    if (this.past.count === null) this.line.show(game, this.lineOptions());
    this.deal.show(game, me, moves);
    /** @param {Command} command */
    const act = (command) => this.act(command);
    paintOther(other, moves, (text) => this.move(text));
    this.plies.show(game, this.past.count);
    this.aimed(null);
    paintOffer(offer, game, me, act);
    paintEnding(banner, game, { me, seated: Boolean(this.key) }, act, () => shareResult(game, me));
    this.claim.show(game, me);
    this.invite.show(game, me);
    this.paintControls();
    paintLinks(links, game, me);
    form.hidden = !this.mayMove();
    input.placeholder = moves.length ? `or type a move, such as ${moves.at(-1)?.text}` : '';
  }

  /**
   * The previewed move replaces the turn text, whose space is reserved so that nothing jumps.
   * @param {Move | null} pointed
   */
  aimed(pointed) {
    // A raised card stays raised while other things change.
    const { raised } = this.deal.hand;
    const move = pointed ?? (raised === null ? null : this.moves.find(({ card }) => card === raised) ?? null);
    const aims = move && (this.mayMove() || this.mayChange());
    const played = this.past.count === null ? playedText(this.game) : '';
    const kept = this.link?.ready ? 'sent, waiting…' : 'saved, and sent when the connection is back.';
    const turn = this.sending ? `${this.sending}: ${kept}`
      : [played ? el('span.played.faint', { text: played }) : null, this.turnText()];
    const how = !matchMedia('(hover: none)').matches ? ' · click or press Enter'
      : isOn('twice') ? ' · tap again to play' : ' · tap to play';
    put(this.places.prompt, el('span', { class: aims ? 'under' : '' }, turn),
      aims
        ? el('span', { class: move.ends ? 'ends' : '' }, el('strong', { text: effectText(move) }),
          el('span.faint', { text: how })) : null);
  }

  /** @param {Seated} seated */
  sitDown({ seat, key }) {
    this.key = key;
    this.home = seat;
    this.link = this.connect();
    this.paint();
    if (this.game.hands) this.places.stage.focus({ preventScroll: true });
    else this.line.focus();
  }

  paintControls() {
    const { game, me } = this;
    const live = me && !game.ending && freeSeats(game).length === 0;
    this.coach.show(game, me, this.mayMove());
    const people = me && freeSeats(game).length === 0 && !game.players.some(({ computer }) => computer);
    paintControls(this.places.controls, live ? game : null, (command) => this.act(command), this.coach,
      hasMoved(game, me), people ? this.emotes : null);
  }

  // Earlier positions.

  /** @param {number | null} count */
  async lookAt(count) {
    const { game } = this;
    try {
      const position = count === null ? null : await this.past.at(game, count);
      if (game !== this.game) return;
      this.past.show(game, count);
      if (position) this.line.show({ ...position, moves: [[], []] }, this.lineOptions(position.lastPly));
      this.paint();
      if (position) announce(this.turnText());
    } catch (error) {
      toast(reason(error), 'error');
    }
  }
}

/**
 * Whether two states of a room have the same history.
 * @param {Game} one
 * @param {Game} other
 */
function sameMoves(one, other) {
  return one.round === other.round && JSON.stringify(one.plies) === JSON.stringify(other.plies);
}
