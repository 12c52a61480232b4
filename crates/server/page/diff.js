// The state of a room, put together from what each message says of it.

import { lineAfter, movesOf, numbersOf, retold } from './columns.js';
import { nameOf, seatOf } from './words.js';

/** @import { Change, Diff, Game, Happening } from '../page-types/wire.js' */

/**
 * Whose turn it is after a turn.
 * @type {Record<Game['turn'], Game['turn']>}
 */
const OTHER = { 1: 2, 2: 1, both: 'both', over: 'over' };

/**
 * The state after a message, and what happened.
 * @param {Game} game the state before
 * @param {Game | Change | Diff} message
 * @param {number | null} home the seat that the viewer first took
 * @returns {{ game: Game, happening: Happening }}
 */
export function after(game, message, home) {
  if (message.type === 'game') return { game: message, happening: { plies: newPlies(game, message) } };
  if (message.type === 'change') {
    const { what, by, emote, plies, ...state } = message;
    const all = [...game.plies.slice(0, plies.from), ...plies.add];
    return { game: { ...game, ...state, type: 'game', plies: all }, happening: { what, by, emote, plies } };
  }
  const next = merged(game, message, home);
  const { what, emote } = message;
  const by = message.by ?? (typeof game.turn === 'number' ? game.turn : null);
  return { game: next, happening: { what, by, emote, plies: newPlies(game, next) } };
}

/**
 * The state with what has changed. Of the moves only the viewer's own are told, in a turn in which they act.
 * @param {Game} game
 * @param {Diff} diff
 * @param {number | null} home
 * @returns {Game}
 */
function merged(game, { type: _, what, by, emote, ply, stay, yourMoves, ...changed }, home) {
  const { version } = game;
  const made = ply ? finished(game, ply) : { plies: game.plies.slice(0, stay ?? undefined) };
  const chosen = game.chosen.map((has, place) => has || (what === 'chose' && place === Number(by) - 1));
  const next = { ...game, version: version + 1, chosen, ...made, ...changed };
  const me = seatOf(next, home);
  const moves = [1, 2].map((seat) => {
    if (seat !== me || (next.turn !== 'both' && next.turn !== seat)) return [];
    return yourMoves ? movesOf(yourMoves, next) : game.moves[seat - 1];
  });
  return { ...next, moves, played: next.lastPly?.text ?? null };
}

/**
 * What follows from a ply that was finished.
 * @param {Game} game
 * @param {NonNullable<Diff['ply']>} ply
 */
function finished(game, ply) {
  const { turn, lastPly } = game;
  const cells = ply.cells ?? numbersOf(ply.text);
  const blocked = ply.blocked ?? [];
  const numbers = [...numbersOf(ply.text), ...[...cells, ...blocked].map((cell) => Math.abs(Number(cell)))];
  const names = [1, 2].map((seat) => nameOf(game, seat));
  /** @param {string} [text] */
  const again = (text = '') => retold(text, names, lastPly?.by !== turn, numbers);
  const did = ply.did ?? again(lastPly?.short);
  return { plies: [...game.plies, { by: turn, text: ply.text, did }],
    lastPly: { by: turn, text: ply.told ?? again(lastPly?.text), short: did, cells, blocked },
    cells: lineAfter(game, ply.then ?? undefined, cells.map(Number)), chosen: [false, false], turn: OTHER[turn] };
}

/**
 * The plies that are new in a state: those after the ones that both have.
 * @param {Game} before
 * @param {Game} game
 */
function newPlies(before, game) {
  const others = game.plies.findIndex((ply, index) => ply.text !== before.plies[index]?.text);
  const from = game.round !== before.round ? 0 : others < 0 ? game.plies.length : others;
  return { from, add: game.plies.slice(from) };
}
