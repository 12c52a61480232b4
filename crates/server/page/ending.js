// How a room's game ended, and what can come after it.

import { el, put, renew, sentence } from './kit.js';
import { emblem } from './marks.js';
import { lastText } from './words.js';

/**
 * Draws the ending into a box, or hides the box while there is none. me: the seat of whoever looks, or null; beginner: who
 * began, where that is known; seated: whether whoever looks has a key; act: does a command.
 */
export function paintEnding(box, game, { me, beginner, seated }, act) {
  const { ending, moreRounds, rematch, score, offer } = game;
  box.hidden = !ending;
  if (!ending) return void put(box);
  const mood = !me || !ending.winner ? 'even' : ending.winner === me ? 'won' : 'lost';
  box.className = `banner ${mood}`;
  const word = { won: 'You won!', lost: 'You lost.', even: ending.winner ? '' : 'A draw.' }[mood];
  const button = (text, testid, kind) => el('button', { class: 'main', text, data: { testid }, on: { click: () => act({ kind }) } });
  renew(box,
    ending.winner ? el('span', { class: 'banner-emblem' }, emblem(ending.winner)) : null,
    el('div', { class: 'grow' },
      word ? el('strong', { class: 'word', text: word }) : null,
      el('p', { text: sentence(ending.text ?? ending.kind), data: { testid: 'ending' } }),
      ending.kind === 'won' ? el('p', { class: 'faint', text: lastText(game, beginner) }) : null,
      score?.text ? el('p', { class: 'faint', text: score.text, data: { testid: 'score' } }) : null),
    el('div', { class: 'row' },
      me && moreRounds ? button('Next round', 'next-round', 'nextRound') : null,
      me && !moreRounds && !rematch && !offer ? button('Rematch', 'rematch', 'offerRematch') : null,
      rematch ? el('a', { class: 'button main', href: `/r/${rematch}`, text: seated ? 'To the rematch' : 'Watch the rematch', data: { testid: 'to-rematch' } }) : null));
}
