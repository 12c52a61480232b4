// The frame of a room: the places in which its parts are drawn.

import { el, put } from './kit.js';

/** Builds the frame of a game, and gives back its places by their names. */
export function frame(main, title) {
  const places = {};
  const place = (tag, name, props = {}) => (places[name] = el(tag, { data: { testid: name }, ...props }));
  place('div', 'offer', { class: 'offer' });
  place('div', 'banner', { class: 'banner' });
  place('p', 'prompt', { class: 'prompt' });
  place('p', 'trouble', { class: 'wrong trouble', role: 'alert' });
  place('div', 'other', { class: 'row other' });
  place('div', 'controls', { class: 'row controls' });
  place('div', 'links', { class: 'row links' });
  place('p', 'watchers', { class: 'faint small' });
  place('p', 'about', { class: 'faint small about' });
  places.lineBox = el('div', { class: 'line-box' });
  places.cardBox = el('div', { class: 'card-box', hidden: true });
  places.input = el('input', {
    type: 'text', id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 60,
    'aria-label': 'Type a move', data: { testid: 'typed' },
  });
  places.form = el('form', { class: 'typed' }, places.input, el('button', { data: { testid: 'play' }, text: 'Play' }));
  places.felt = el('div', { class: 'panel felt' },
    places.lineBox, places.cardBox, places.prompt, places.other, places.trouble, places.form);
  places.meta = el('div', { class: 'meta' }, places.watchers);
  places.stage = el('section', { class: 'stage', 'aria-label': 'The game' });
  places.side = el('aside', { class: 'side' },
    el('section', { class: 'panel', 'aria-labelledby': 'moves-title' }, el('h2', { id: 'moves-title', text: 'Moves' }), places.links));
  put(main, el('div', { class: 'room' },
    el('header', { class: 'room-head' }, el('div', {}, el('h1', { text: title, data: { testid: 'title' } }), places.about), places.meta),
    places.stage, places.side));
  return places;
}
