// Before the game: the link to send to a friend, and the seat that the friend finds free.

import { el, put, api, announce, copy, dropKey, keepKey, keyOf, memory, randomId } from './kit.js';
import { emblem } from './marks.js';
import { persist } from './patience.js';
import { freeSeats } from './words.js';

/** The panel for as long as a seat is free. */
export class Invite {
  /** onSit: called with the seat and the key that the server gave. */
  constructor(onSit) {
    this.onSit = onSit;
    this.root = el('div', { class: 'panel invite', data: { testid: 'invite' } });
    this.shape = null;
    // The seat that was asked for, until there is an answer.
    this.wanted = null;
    this.joining = new AbortController();
  }

  /** me: the seat of whoever looks, or null. What somebody types here stays while nothing else changes. */
  show(room, game, me) {
    // Whoever waits for an answer is told about it here, also when the seat is taken in the meantime: perhaps by them.
    if (this.wanted && !me && !game.ending) return;
    const free = freeSeats(game);
    this.root.hidden = free.length === 0 || Boolean(game.ending);
    const shape = this.root.hidden ? null : `${free}/${me}`;
    if (shape === this.shape) return;
    this.shape = shape;
    if (shape) put(this.root, me ? linkPanel(room, game) : joinPanel(room, game, free, this));
  }

  /** Nobody waits for an answer here any more. Until then, one may come later than the news that somebody has sat down. */
  leave() {
    this.joining.abort();
  }
}

/** For who waits: the link to this room. */
function linkPanel(room, game) {
  const address = `${location.origin}/r/${room}`;
  const field = el('input', {
    type: 'text', readonly: true, value: address, 'aria-label': 'Link to this game', data: { testid: 'link' }, on: { focus: () => field.select() },
  });
  const button = el('button', {
    type: 'button', class: 'main', text: 'Copy the link', data: { testid: 'copy' },
    on: {
      click: async () => {
        const done = await copy(address);
        button.textContent = done ? 'Copied ✓' : 'Please copy it by hand';
        announce(done ? 'The link was copied.' : 'The link could not be copied.');
        setTimeout(() => { button.textContent = 'Copy the link'; }, 2500);
      },
    },
  });
  const share = () => navigator.share({ title: game.title, url: address }).catch(() => {});
  return [
    el('h2', { text: game.listed ? 'Your challenge stands' : 'Invite a friend' }),
    el('p', {
      text: game.listed
        ? 'It is listed in the lobby. Whoever takes it, or opens this link first, plays with you.'
        : 'Send this link. Whoever opens it first can sit down; everybody after that can watch.',
    }),
    el('div', { class: 'linkrow' }, field, button, navigator.share ? el('button', { type: 'button', text: 'Share…', on: { click: share } }) : null),
    el('p', { class: 'waiting faint', text: 'Waiting for the other player…' }),
  ];
}

/** For who comes by a link: a name, and the seats that are free. */
function joinPanel(room, game, free, invite) {
  const { signal } = invite.joining;
  const name = el('input', {
    type: 'text', id: 'join-name', maxlength: 32, autocomplete: 'nickname', value: memory.get('name') ?? '', data: { testid: 'join-name' },
  });
  const wrong = el('p', { class: 'wrong', role: 'alert', data: { testid: 'join-wrong' } });
  const trying = el('p', { class: 'faint trying', data: { testid: 'join-trying' } });
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
      const ask = () => api(`/api/rooms/${encodeURIComponent(room)}/join`, { body });
      const sat = await persist(ask, (text) => { trying.textContent = text; }, signal);
      // Whoever has gone elsewhere meanwhile has the seat nevertheless.
      keepKey(room, sat.seat, sat.key);
      if (!signal.aborted) invite.onSit(sat);
    } catch (error) {
      if (error.name !== 'AbortError') wrong.textContent = error.message;
      trying.textContent = '';
      // Who asks too often is not told whether an earlier question has been heard.
      const refused = error.status >= 400 && error.status < 500 && error.status !== 429;
      if (refused && keyOf(room)?.wished) dropKey(room);
    }
    invite.wanted = null;
  };
  const submit = (event) => {
    event.preventDefault();
    join(free[0]);
  };
  const host = game.players.map((player) => player.name).filter(Boolean).join(' and ') || 'Somebody';
  return [
    el('h2', { text: 'A seat is free' }),
    el('p', { text: `${host} wants to play ${game.title}.` }),
    el('form', { class: 'stack', on: { submit } },
      el('div', { class: 'field' }, el('label', { for: 'join-name', text: 'Your name' }), name),
      el('div', { class: 'row' }, free.map((seat, place) => el('button', {
        type: place ? 'button' : 'submit', class: place ? '' : 'main', data: { testid: `join-${seat}` }, on: place ? { click: () => join(seat) } : {},
      }, emblem(seat), ` Play as Player ${seat}`))),
      wrong, trying),
    el('p', { class: 'faint small' }, 'Or just stay and watch. ', el('a', { href: `/rules/${game.game}`, text: 'How is it played?' })),
  ];
}
