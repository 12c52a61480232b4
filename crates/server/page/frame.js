// The frame of a room: the containers of its parts.

import { el, form, put } from './kit.js';

/**
 * Builds the frame of a game and returns its containers by name.
 * @param {Element} main
 * @param {string} title
 * @param {() => void} onTyped called when a move was typed
 */
export function frame(main, title, onTyped) {
  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {string} testid
   * @param {object} props
   */
  const place = (tag, testid, props) => el(tag, { testid, ...props });
  const offer = place('div', 'offer', { class: 'offer' });
  const banner = place('div', 'banner', { class: 'banner' });
  const prompt = place('p', 'prompt', { class: 'prompt' });
  const trouble = place('p', 'trouble', { class: 'wrong trouble', role: 'alert' });
  const other = place('div', 'other', { class: 'row other' });
  const controls = place('div', 'controls', { class: 'row controls' });
  const links = place('div', 'links', { class: 'row links' });
  const watchers = place('p', 'watchers', { class: 'faint small' });
  const about = place('p', 'about', { class: 'faint small about' });
  const goal = place('p', 'goal', { class: 'goal' });
  const notice = place('p', 'notice', { class: 'notice' });
  const lineBox = el('div.line-box');
  const cardBox = el('div.card-box', { hidden: true });
  const input = place('input', 'typed', { type: 'text', id: 'typed', autocomplete: 'off', autocapitalize: 'off',
    spellcheck: 'false', maxlength: 60, 'aria-label': 'Type a move' });
  const typed = form({ class: 'typed' }, onTyped, input, el('button', { testid: 'play', text: 'Play' }));
  const felt = el('div.panel.felt', {}, goal, lineBox, cardBox, prompt, notice, offer, banner, other, trouble, typed);
  const meta = el('div.meta', {}, watchers);
  const stage = el('section.stage', { 'aria-label': 'The game', tabindex: -1 });
  const side = el('aside.side', {},
    el('section.panel', { 'aria-labelledby': 'moves-title' }, el('h2', { id: 'moves-title', text: 'Moves' }), links));
  const root = el('div.room', {},
    el('header.room-head', {}, el('div', {}, el('h1', { text: title, testid: 'title' }), about), meta), stage, side);
  put(main, root);
  return { root, goal, notice, offer, banner, prompt, trouble, other, controls, links, watchers, about, lineBox,
    cardBox, input, form: typed, felt, meta, stage, side };
}
