// What players say to each other: a fixed set of short messages, which can be muted.

import { announce, button, el, find, put } from './kit.js';
import { isOn } from './options.js';
import { nameOf } from './words.js';

/** @import { Command, Game, Happening } from '../page-types/wire.js' */

/** @type {Record<NonNullable<Happening['emote']>, [string, string]>} A sign and its words. */
export const EMOTES = { hello: ['👋', 'Hello'], goodLuck: ['🍀', 'Good luck'], niceMove: ['👏', 'Nice move'],
  thinking: ['🤔', 'Let me think'], oops: ['😅', 'Oops'], thanks: ['🙏', 'Thank you'], goodGame: ['🤝', 'Good game'],
  bye: ['🚪', 'Goodbye'] };

const SHOWN = 6000;

/**
 * The messages to choose from.
 * @param {(command: Command) => unknown} act
 */
export function emotePanel(act) {
  const names = /** @type {NonNullable<Happening['emote']>[]} */ (Object.keys(EMOTES));
  /** @type {HTMLDetailsElement} */
  const root = el('details.emotes', { testid: 'emotes' }, el('summary', { text: 'Say' }),
    el('div.emote-list', { role: 'group', 'aria-label': 'Say something to the other player' }, names.map((name) => {
      const [sign, words] = EMOTES[name];
      return button([el('span', { 'aria-hidden': 'true', text: sign }), ` ${words}`], `emote-${name}`, () => {
        root.open = false;
        find(root, 'summary')?.focus();
        act({ kind: 'emote', emote: name });
      }, { class: 'pill' });
    })));
  return root;
}

/**
 * Shows beside a player what they said, for a while.
 * @param {Element} players
 * @param {Game} game
 * @param {Happening} happening
 * @param {number | null} me
 */
export function showEmote(players, game, { by, emote }, me) {
  if (!emote || !by || (by !== me && !isOn('emotes'))) return;
  const [sign, words] = EMOTES[emote];
  if (by !== me) announce(`${nameOf(game, by)}: ${words}.`);
  const box = find(players, `[data-says="${by}"]`);
  if (!box) return;
  const bubble = el('span.bubble', { testid: `said-${by}` }, el('span', { 'aria-hidden': 'true', text: `${sign} ` }),
    words);
  put(box, bubble);
  setTimeout(() => bubble.remove(), SHOWN);
}
