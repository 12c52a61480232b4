// How a room's game ended, and what can follow.

import { button, el, put, query, renew, sentence } from './kit.js';
import { emblem } from './marks.js';

/** @import { Command, Game } from '../page-types/wire.js' */

/**
 * Draws the ending into a box, or hides the box before the end.
 * @param {HTMLElement} box
 * @param {Game} game
 * @param {{ me: number | null, seated: boolean }} viewer seated: whether the viewer has a key
 * @param {(command: Command) => unknown} act
 * @param {() => void} share
 */
export function paintEnding(box, game, { me, seated }, act, share) {
  const { ending, moreRounds, rematch, score, offer } = game;
  box.hidden = !ending;
  if (!ending) return put(box);
  const { winner } = ending;
  const mood = !me || !winner ? 'even' : winner === me ? 'won' : 'lost';
  box.className = `banner ${mood}`;
  const word = { won: 'You won!', lost: 'You lost.', even: winner ? '' : 'A draw.' }[mood];
  const main = { class: 'main' };
  renew(box, winner ? el('span.banner-emblem', {}, emblem(winner)) : null,
    el('div.grow', {}, word ? el('strong.word', { text: word }) : null,
      el('p', { text: sentence(ending.text), testid: 'ending' }),
      ending.ruling ? el('p.faint.small', { text: ending.ruling }) : null,
      score?.text ? el('p.faint', { text: score.text, testid: 'score' }) : null),
    el('div.row', {},
      me && moreRounds ? button('Next round', 'next-round', () => act({ kind: 'nextRound' }), main) : null,
      me && !moreRounds && !rematch && !offer ? button('Rematch', 'rematch', () => act({ kind: 'offerRematch' }), main)
        : null,
      rematch
        ? el('a.button.main', { href: `/r/${rematch}`, testid: 'to-rematch',
          text: seated ? 'Go to the rematch' : 'Watch the rematch' }) : null, button('Share', 'share-result', share),
      moreRounds ? null : el('a.button', { href: again(game), text: 'New opponent', testid: 'new-opponent' }),
      moreRounds ? null : el('a.button', { href: '/', text: 'Other game', testid: 'other-game' })));
}

/**
 * The lobby, set to the same game: against anyone, or once more against a computer.
 * @param {Game} game
 */
function again({ game, settings, players }) {
  const how = players.some(({ computer }) => computer) ? 'computer' : 'anyone';
  return `/${query({ game, how, set: settings.split(' ') })}`;
}
