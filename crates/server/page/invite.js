// Before the game: the link to send to a friend, and the seat that the friend finds free.

import { el, api, announce, copy, memory } from './kit.js';
import { emblem } from './board.js';

/** For who waits: the link to this room. */
export function linkPanel(room, game) {
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

/** For who comes by a link: a name, and the seats that are free. `done` gets what the server answered. */
export function joinPanel(room, game, free, done) {
  const name = el('input', {
    type: 'text', id: 'join-name', maxlength: 32, autocomplete: 'nickname', value: memory.get('name') ?? '', data: { testid: 'join-name' },
  });
  const wrong = el('p', { class: 'wrong', role: 'alert', data: { testid: 'join-wrong' } });
  // A key of one's own: if the answer gets lost, asking again with it gives the same seat.
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const join = async (seat) => {
    wrong.textContent = '';
    const wanted = name.value.trim();
    memory.set('name', wanted);
    try {
      done(await api(`/api/rooms/${encodeURIComponent(room)}/join`, { body: { name: wanted || `Player ${seat}`, seat, key } }));
    } catch (error) {
      wrong.textContent = error.message;
    }
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
      wrong),
    el('p', { class: 'faint small' }, 'Or just stay and watch. ', el('a', { href: `/rules/${game.game}`, text: 'How is it played?' })),
  ];
}
