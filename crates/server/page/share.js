// A result to share: as text, as a picture, and with the system's own sheet where there is one.

import { button, copyButton, el, sheet } from './kit.js';
import { persistent } from './patience.js';
import { nameOf } from './words.js';

/** @import { Game } from '../page-types/wire.js' */

/**
 * The result in a line.
 * @param {Game} game
 * @param {number | null} me
 */
export function resultText(game, me) {
  const { title, ending, plies } = game;
  const moves = `${plies.length} ${plies.length === 1 ? 'move' : 'moves'}`;
  const winner = ending?.winner;
  if (!winner) return `${nameOf(game, 1)} and ${nameOf(game, 2)} drew ${title} after ${moves}.`;
  if (winner === me) return `I won ${title} against ${nameOf(game, 3 - winner)} in ${moves}.`;
  return `${nameOf(game, winner)} won ${title} against ${
    winner === 3 - (me ?? 0) ? 'me' : nameOf(game, 3 - winner)
  } in ${moves}.`;
}

/**
 * Shows what can be shared.
 * @param {Game} game
 * @param {number | null} me
 */
export function shareResult(game, me) {
  const address = `${location.origin}/r/${game.room}`;
  const picture = `/api/rooms/${game.room}/picture.png`;
  const text = resultText(game, me);
  const copied = copyButton('Copy text', 'share-copy', `${text} ${address}`, 'result');
  const native = 'share' in navigator ? button('Share…', 'share-native', () => share(text, address, picture)) : null;
  sheet('Share the result', 'share-dialog', '', [el('h2', { text: 'Share the result' }),
    el('p', { text, testid: 'share-text' }),
    persistent(el('img.share-picture', { src: picture, width: 1200, height: 630, alt: 'The last position' })),
    el('div.row', {}, copied, native,
      el('a.button', { href: picture, download: `numberline-${game.room}.png`, text: 'Save picture',
        testid: 'share-picture' }))], el('button', { text: 'Close' }));
}

/**
 * @param {string} text
 * @param {string} url
 * @param {string} picture
 */
async function share(text, url, picture) {
  try {
    const image = await fetch(picture).then((answer) => answer.blob());
    const files = [new File([image], 'numberline.png', { type: 'image/png' })];
    await navigator.share(navigator.canShare?.({ files }) ? { text: `${text} ${url}`, files } : { text, url });
  } catch {
    // The player has changed their mind, or the system cannot share.
  }
}
