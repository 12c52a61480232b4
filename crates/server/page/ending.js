// How a room's game ended, and what can follow.

import { button, el, put, renew, sentence } from './kit.js';
import { emblem } from './marks.js';

/** @import { Command, Game } from '../page-types/wire.js' */

/**
 * Draws the ending into a box, or hides the box before the end.
 * @param {HTMLElement} box
 * @param {Game} game
 * @param {{ me: number | null, seated: boolean }} viewer seated: whether the viewer has a key
 * @param {(command: Command) => unknown} act
 */
export function paintEnding(box, game, { me, seated }, act) {
  const { ending, moreRounds, rematch, score, offer } = game;
  box.hidden = !ending;
  if (!ending) return put(box);
  const { winner, kind } = ending;
  const mood = !me || !winner ? 'even' : winner === me ? 'won' : 'lost';
  box.className = `banner ${mood}`;
  const word = { won: 'You won!', lost: 'You lost.', even: winner ? '' : 'A draw.' }[mood];
  const main = { class: 'main' };
  renew(box, winner ? el('span.banner-emblem', {}, emblem(winner)) : null,
    el('div.grow', {}, word ? el('strong.word', { text: word }) : null,
      el('p', { text: sentence(ending.text), testid: 'ending' }),
      kind === 'won' ? el('p.faint', { text: game.played }) : null,
      score?.text ? el('p.faint', { text: score.text, testid: 'score' }) : null),
    el('div.row', {},
      me && moreRounds ? button('Next round', 'next-round', () => act({ kind: 'nextRound' }), main) : null,
      me && !moreRounds && !rematch && !offer ? button('Rematch', 'rematch', () => act({ kind: 'offerRematch' }), main)
        : null,
      rematch
        ? el('a.button.main', { href: `/r/${rematch}`, testid: 'to-rematch',
          text: seated ? 'Go to the rematch' : 'Watch the rematch' }) : null));
}
