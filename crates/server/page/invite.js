// Before the game: the link to send to a friend, and the seat that the friend finds free.

import { dropKey, keepKey, keyOf } from './keyring.js';
import { announce, api, ApiError, button, copy, el, form, isAbort, memory, put, randomId, reason } from './kit.js';
import { emblem } from './marks.js';
import { persist } from './patience.js';
import { freeSeats } from './words.js';

/** @import { Game, Seated } from '../page-types/wire.js' */

/** The panel for as long as a seat is free. */
export class Invite {
  /** @param {(seated: Seated) => void} onSit called with the seat and the key that the server gave */
  constructor(onSit) {
    this.onSit = onSit;
    this.root = el('div.panel.invite', { testid: 'invite' });
    this.shape = '';
    /** @type {number | null} The seat that was asked for, until there is an answer. */
    this.wanted = null;
    this.joining = new AbortController();
  }

  /**
   * What somebody types here stays while nothing else changes.
   * @param {Game} game
   * @param {number | null} me the seat of whoever looks
   */
  show(game, me) {
    // Whoever waits for an answer is told about it here, also when the seat is taken in the meantime: perhaps by them.
    if (this.wanted && !me && !game.ending) return;
    const free = freeSeats(game);
    this.root.hidden = free.length === 0 || Boolean(game.ending);
    const shape = this.root.hidden ? '' : `${free}/${me}`;
    if (shape === this.shape) return;
    this.shape = shape;
    if (shape) put(this.root, me ? linkPanel(game) : joinPanel(game, free, this));
  }

  /** Nobody waits for an answer here any more. Until then, one may come later than the news that somebody has sat down. */
  leave() {
    this.joining.abort();
  }
}

/**
 * For who waits: the link to this room.
 * @param {Game} game
 */
function linkPanel({ room, title, listed }) {
  const address = `${location.origin}/r/${room}`;
  const field = el('input', { type: 'text', readonly: true, value: address, 'aria-label': 'Link to this game',
    testid: 'link' });
  field.addEventListener('focus', () => field.select());
  const copied = button('Copy the link', 'copy', async () => {
    const done = await copy(address);
    copied.textContent = done ? 'Copied ✓' : 'Please copy it by hand';
    announce(done ? 'The link was copied.' : 'The link could not be copied.');
    setTimeout(() => {
      copied.textContent = 'Copy the link';
    }, 2500);
  }, { class: 'main' });
  const share = () => navigator.share({ title, url: address }).catch(() => {});
  return [el('h2', { text: listed ? 'Your challenge stands' : 'Invite a friend' }),
    el('p', {
      text: listed ? 'It is listed in the lobby. Whoever takes it, or opens this link first, plays with you.'
        : 'Send this link. Whoever opens it first can sit down; everybody after that can watch.',
    }), el('div.linkrow', {}, field, copied, 'share' in navigator ? button('Share…', undefined, share) : null),
    el('p.waiting.faint', { text: 'Waiting for the other player…' })];
}

/**
 * For who comes by a link: a name, and the seats that are free.
 * @param {Game} game
 * @param {number[]} free
 * @param {Invite} invite
 */
function joinPanel({ room, game, title, players }, free, invite) {
  const { signal } = invite.joining;
  const name = el('input', { type: 'text', id: 'join-name', maxlength: 32, autocomplete: 'nickname',
    value: memory.get('name') ?? '', testid: 'join-name' });
  const wrong = el('p.wrong', { role: 'alert', testid: 'join-wrong' });
  const trying = el('p.faint.trying', { testid: 'join-trying' });
  /** @param {string} text */
  const tell = (text) => {
    trying.textContent = text;
  };
  /** @param {number} seat */
  const join = async (seat) => {
    if (invite.wanted) return;
    invite.wanted = seat;
    wrong.textContent = '';
    const wanted = name.value.trim();
    memory.set('name', wanted);
    // A key of one's own, kept before it is used: if the answer gets lost, or the page is loaded again, it opens the same seat.
    const key = keyOf(room)?.key ?? randomId();
    if (!keyOf(room)) keepKey(room, seat, key, true);
    const body = { name: wanted || `Player ${seat}`, seat, key };
    try {
      const sat = await persist(() => api(`/api/rooms/${room}/join`, { body }), tell, signal);
      // Whoever has gone elsewhere meanwhile has the seat nevertheless.
      keepKey(room, sat.seat, sat.key);
      if (!signal.aborted) invite.onSit(sat);
    } catch (error) {
      if (!isAbort(error)) wrong.textContent = reason(error);
      tell('');
      // Who asks too often is not told whether an earlier question has been heard.
      const status = error instanceof ApiError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429 && keyOf(room)?.wished) dropKey(room);
    }
    invite.wanted = null;
  };
  const host = players.map((player) => player.name).filter(Boolean).join(' and ') || 'Somebody';
  return [el('h2', { text: 'A seat is free' }), el('p', { text: `${host} wants to play ${title}.` }),
    form({ class: 'stack' }, () => join(free[0]),
      el('div.field', {}, el('label', { for: 'join-name', text: 'Your name' }), name),
      el('div.row', {}, free.map((seat, place) => {
        const text = [emblem(seat), ` Play as Player ${seat}`];
        return place ? button(text, `join-${seat}`, () => join(seat))
          : el('button', { type: 'submit', class: 'main', testid: `join-${seat}` }, text);
      })), wrong, trying),
    el('p.faint.small', {}, 'Or just stay and watch. ',
      el('a', { href: `/rules/${game}`, text: 'How is it played?' }))];
}
