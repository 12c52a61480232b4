// The lists of the lobby: the viewer's own games, open challenges, and games in progress.

import { button, el, put } from './kit.js';
import { emblem } from './marks.js';
import { timeText } from './words.js';

/**
 * @import { Listed } from '../page-types/wire.js'
 * @import { Own } from './games.js'
 */

/**
 * Redraws the list of rooms if it has changed.
 * @param {HTMLElement} box
 * @param {Listed[]} rooms
 * @param {string} none
 * @param {boolean} open
 */
export function list(box, rooms, none, open) {
  const shape = JSON.stringify([rooms, none]);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  put(box, rooms.length ? rooms.map((room) => entry(room, open)) : el('li.faint', { text: none }));
}

/**
 * One of the viewer's own games.
 * @param {Own} own
 * @param {() => void} forget
 */
export function ownEntry({ room, title, against, state, text }, forget) {
  const label = against ? `${title} against ${against}` : title;
  return el('li.own-row', {},
    el('a.room-link', { href: `/r/${room}`, testid: 'own-game', data: { room, state } },
      el('span.grow', {}, el('strong', { dir: 'auto', text: against || title }),
        el('span.faint.small.block', { text: against ? title : 'your challenge' })), el('span.do', { text })),
    state === 'over' ? button('✕', `forget-${room}`, forget, { class: 'plain icon', 'aria-label': `Forget ${label}` })
      : null);
}

/**
 * @param {Listed} listed
 * @param {boolean} open
 */
function entry({ room, title, players, differs, position, rounds, bestOf, time }, open) {
  const about = [title, differs, position ? 'from a position' : '',
    rounds > 1 ? `${bestOf ? 'best of' : 'rounds:'} ${rounds}` : '', timeText(time)].filter(Boolean).join(' · ');
  const names = players.map(({ name },
    place) => [place ? el('span.faint', { text: ' – ' }) : null, emblem(place + 1), ' ',
    name ?? el('em.faint', { text: 'free seat' })]
  );
  return el('li', {},
    el('a.room-link', { href: `/r/${room}`, testid: open ? 'open-room' : 'live-room', data: { room } },
      el('span.grow', {}, el('strong', {}, names), el('span.faint.small.block', { text: about })),
      el('span.do', { text: open ? 'Play' : 'Watch' })));
}
