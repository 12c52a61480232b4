// What a player can do in a room besides moving on the line: the buttons and links around the table.

import { button, confirmed, el, put, query, renew } from './kit.js';
import { inMatch, inVariant, studyAddress } from './question.js';

/**
 * @import { Command, Game, Move } from '../page-types/wire.js'
 * @import { Coach } from './coach.js'
 * @typedef {(command: Command) => unknown} Act sends a command
 */

/**
 * The pending offer, with the answers.
 * @param {HTMLElement} box
 * @param {Game} game
 * @param {number | null} me
 * @param {Act} act
 */
export function paintOffer(box, game, me, act) {
  const { offer } = game;
  box.hidden = !offer;
  if (!offer) return put(box);
  const decline = () => act({ kind: 'decline' });
  renew(box, el('span.grow', { text: offer.text }),
    !me ? null
      : offer.by === me ? button('Withdraw', 'withdraw', decline)
      : [button('Accept', 'accept', () => act({ kind: 'accept' }), { class: 'main' }),
        button('Decline', 'decline', decline)]);
}

/**
 * The player's requests while the game is in progress, and the next hint, if there is one.
 * @param {Element} box
 * @param {Game | null} game null for spectators
 * @param {Act} act
 * @param {Coach} coach
 * @param {boolean} moved whether the player has moved
 * @param {HTMLElement | null} emotes what can be said to the other player
 */
export function paintControls(box, game, act, coach, moved, emotes) {
  const resign = async () => {
    if (await confirmed('Do you want to resign this game?', 'Resign', 'Keep playing')) act({ kind: 'resign' });
  };
  const draw = async () => {
    const question = game?.drawQuestion;
    if (!question || (await confirmed(question, 'Offer draw', 'Keep playing'))) act({ kind: 'offerDraw' });
  };
  const offered = Boolean(game?.offer);
  renew(box,
    game
      ? [button('Take back', 'take-back', () => act({ kind: 'askBack' }), { disabled: !moved || offered }),
        button('Offer draw', 'offer-draw', draw, { disabled: offered }),
        button('Resign', 'resign', resign, { class: 'danger' })] : null,
    coach.next ? button(coach.next, 'hint-button', () => coach.climb()) : null, emotes);
}

/**
 * Moves that point at nothing on the table are buttons with their text.
 * @param {Element} box
 * @param {Move[]} moves
 * @param {(text: string) => void} play
 */
export function paintOther(box, moves, play) {
  const others = moves.filter((move) => !move.cells && move.card === undefined);
  put(box, others.map(({ text }) => button(text, undefined, () => play(text), { class: 'pill' })));
}

/**
 * Links to other pages. Analysing a game while playing it would be cheating.
 * @param {Element} box
 * @param {Game} game
 * @param {number | null} me
 */
export function paintLinks(box, game, me) {
  const { room, plies, settings, position } = game;
  const done = Boolean(game.ending);
  /**
   * @param {string} href
   * @param {string} text
   * @param {string} testid
   * @param {object} [more]
   */
  const link = (href, text, testid, more) => el('a.button', { href, text, testid, ...more });
  const study =
    studyAddress(game.game, [inMatch(game, plies.map(({ text }) => text)), { ...inVariant(settings), position }])
      .address;
  renew(box, done ? link(`/review/${room}`, 'Review', 'review') : null,
    done || !me ? link(study, 'Analyse', 'analyse') : null,
    done ? link(`/api/rooms/${room}/record`, 'Record', 'record', { download: `numberline-${room}.txt` }) : null,
    link(`/rules/${game.game}${query(game.differs ? inVariant(settings) : {})}`, 'Rules', 'room-rules', {
      class: 'button quiet',
    }));
}
