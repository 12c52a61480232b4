// The state of a room, put together from what each message says of it.

import { seatOf } from './words.js';

/** @import { Change, Diff, Game, Happening, Move, MoveColumns } from '../page-types/wire.js' */

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
  const { what, by, emote } = message;
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
  const { turn } = game;
  const plies = ply ? [...game.plies, { by: turn, text: ply.text, did: ply.did }]
    : game.plies.slice(0, stay ?? undefined);
  const lastPly = ply ? { by: turn, text: ply.told, short: ply.did, cells: ply.cells, blocked: ply.blocked ?? [] }
    : game.lastPly;
  const next = { ...game, lastPly, ...changed, plies };
  const me = seatOf(next, home);
  const moves = [1, 2].map((seat) => {
    if (seat !== me || (next.turn !== 'both' && next.turn !== seat)) return [];
    return yourMoves ? movesOf(yourMoves, next) : game.moves[seat - 1];
  });
  return { ...next, moves, played: next.lastPly?.text ?? null };
}

/**
 * The moves of columns.
 * @param {MoveColumns} columns
 * @param {{ first: number, cells: string }} line
 * @returns {Move[]}
 */
function movesOf(columns, { first, cells }) {
  /** @param {[number | string, string]} stretch a cell, and the letters from there on */
  const changes = ([from, letters]) =>
    [...letters].map((letter, place) => ({ cell: Number(from) + place, letter })).filter(({ cell, letter }) =>
      cells[cell - first] !== letter
    ).map(({ cell, letter }) => [cell, letter]);
  return columns.text.map((text, index) => {
    const values = Object.entries(columns).map(([name, column]) => [name, column?.[index]]);
    const known = values.filter(([, value]) => value !== null && value !== undefined);
    const stretch = columns.then?.[index];
    return { text, effect: '', ends: false, ...Object.fromEntries(known),
      ...(stretch ? Object.fromEntries([['then', changes(stretch)]]) : {}) };
  });
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
