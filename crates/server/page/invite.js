// Before the game: the link to send to a friend, and the free seat that the friend sees.

import { limitName } from './fields.js';
import { dropKey, keepKey, keyOf } from './keyring.js';
import { api, ApiError, apiOnce, button, copyButton, el, form, isAbort, memory, put, randomId, reason } from './kit.js';
import { emblem } from './marks.js';
import { persist, persistent } from './patience.js';
import { freeSeats } from './words.js';

/** @import { Game, Seated } from '../page-types/wire.js' */

/** The panel shown while a seat is free. */
export class Invite {
  /**
   * @param {(seated: Seated) => void} onSit called with the seat and the key from the server
   * @param {() => void} onCancel called when the player withdraws the challenge
   */
  constructor(onSit, onCancel) {
    this.onSit = onSit;
    this.onCancel = onCancel;
    this.root = el('div.panel.invite', { testid: 'invite' });
    this.shape = '';
    /** @type {number | null} The requested seat, until there is an answer. */
    this.wanted = null;
    this.joining = new AbortController();
  }

  /**
   * Text typed here stays while nothing else changes.
   * @param {Game} game
   * @param {number | null} me the viewer's seat
   */
  show(game, me) {
    // A viewer who waits for an answer sees it here, even if the seat was taken in the meantime: perhaps by them.
    if (this.wanted && !me && !game.ending) return;
    // The answer may come before the news: the viewer's own seat is not free.
    const free = freeSeats(game).filter((seat) => seat !== me);
    this.root.hidden = free.length === 0 || Boolean(game.ending);
    const shape = this.root.hidden ? '' : `${free}/${me}/${game.withdrawn}`;
    if (shape === this.shape) return;
    this.shape = shape;
    if (!shape) return put(this.root);
    if (game.withdrawn) put(this.root, withdrawnPanel(game, Boolean(me)));
    else put(this.root, me ? linkPanel(game, this.onCancel) : joinPanel(game, free, this));
  }

  /** The request was answered. Until then, the answer may come after the news that the seat was taken. */
  leave() {
    this.joining.abort();
  }
}

/**
 * For a room that nobody will play in.
 * @param {Game} game
 * @param {boolean} own
 */
function withdrawnPanel({ game, title }, own) {
  return [el('h2', { text: 'Withdrawn' }),
    el('p', {
      text: own ? `You have withdrawn this challenge to ${title}.` : `This challenge to ${title} was withdrawn.`,
    }), el('a.button.main', { href: `/?game=${game}`, text: 'Choose a game' })];
}

/**
 * For the player who waits: the link to this room.
 * @param {Game} game
 * @param {() => void} cancel
 */
function linkPanel({ room, title, listed }, cancel) {
  const address = `${location.origin}/r/${room}`;
  const field = el('input', { type: 'text', readonly: true, value: address, 'aria-label': 'Link to this game',
    testid: 'link' });
  field.addEventListener('focus', () => field.select());
  const copied = copyButton('Copy link', 'copy', address, 'link');
  const share = () => navigator.share({ title, url: address }).catch(() => {});
  return [el('h2', { text: listed ? 'Your challenge is open' : 'Invite a friend' }),
    el('p', {
      text: listed ? 'It is listed in the lobby. The first player to accept it or to open this link plays against you.'
        : 'Send this link. The first person to open it can take the seat; later visitors can watch.',
    }), el('div.linkrow', {}, field, copied, 'share' in navigator ? button('Share…', undefined, share) : null),
    el('details.code', { open: innerWidth > 640, testid: 'code' }, el('summary', { text: 'QR code' }),
      persistent(
        el('img', { src: `/api/rooms/${room}/code.svg?secure=${location.protocol === 'https:'}`, width: 200,
          height: 200, alt: `QR code of the link ${address}`, loading: 'lazy' }),
      )),
    el('p.waiting.faint', {
      text: listed ? 'Waiting for a player. Your challenge is listed while you are here.'
        : 'Waiting for the other player…',
    }), button(listed ? 'Withdraw the challenge' : 'Cancel', 'cancel-challenge', cancel, { class: 'quiet' })];
}

/**
 * For a visitor who came by the link: a name, and the free seats.
 * @param {Game} game
 * @param {number[]} free
 * @param {Invite} invite
 */
function joinPanel({ room, game, title, players }, free, invite) {
  const { signal } = invite.joining;
  const name = el('input', { type: 'text', id: 'join-name', autocomplete: 'nickname', placeholder: 'optional',
    value: memory.get('name') ?? '', testid: 'join-name' });
  // Without the limit, the server says what is wrong with a name.
  apiOnce('/api/games').then(([{ longestName }]) => {
    limitName(name, longestName);
  }, () => {});
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
    // The player's own key is stored before it is used: after a lost response or a reload it still opens the same seat.
    const key = keyOf(room)?.key ?? randomId();
    if (!keyOf(room)) keepKey(room, seat, key, true);
    const body = { ...(wanted ? { name: wanted } : {}), seat, key };
    try {
      const sat = await persist(() => api(`/api/rooms/${room}/join`, { body }), tell, signal);
      // A player who has left the page meanwhile still has the seat.
      keepKey(room, sat.seat, sat.key);
      if (!signal.aborted) invite.onSit(sat);
    } catch (error) {
      if (!isAbort(error)) wrong.textContent = reason(error);
      tell('');
      // A rate-limited request does not reveal whether an earlier one was received.
      const status = error instanceof ApiError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429 && keyOf(room)?.wished) dropKey(room);
    }
    invite.wanted = null;
  };
  const host = players.map((player) => player.name).filter(Boolean).join(' and ') || 'A player';
  return [el('h2', { text: 'A seat is free' }), el('p', { text: `${host} wants to play ${title}.` }),
    form({ class: 'stack' }, () => join(free[0]),
      el('div.field', {}, el('label', { for: 'join-name', text: 'Your name' }), name),
      el('div.row', {}, free.map((seat, place) => {
        const text = [emblem(seat), ` Play as Player ${seat}`];
        return place ? button(text, `join-${seat}`, () => join(seat))
          : el('button', { type: 'submit', class: 'main', testid: `join-${seat}` }, text);
      })), wrong, trying),
    el('p.faint.small', {}, 'Or just stay and watch. ', el('a', { href: `/rules/${game}`, text: 'How to play' }))];
}
