// The viewer's own games, as this browser remembers them: running, waiting for a player, or finished.

import { memory } from './kit.js';
import { keepGame } from './learned.js';
import { freeSeats, nameOf } from './words.js';

/**
 * @import { Game } from '../page-types/wire.js'
 * @typedef {'turn' | 'running' | 'waiting' | 'over'} State
 * @typedef {{ room: string, game: string, title: string, against: string, state: State, text: string, at: number }} Own
 */

const MOST = 60;

/** @returns {Own[]} the newest first */
export function ownGames() {
  try {
    const kept = JSON.parse(memory.get('games') ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * What is remembered of a game.
 * @param {Game} game
 * @param {number} me the viewer's seat
 * @returns {Omit<Own, 'at'>}
 */
export function summary(game, me) {
  const { room, title, ending, turn, chosen, moreRounds } = game;
  const free = freeSeats(game).length > 0;
  const mine = turn === me || (turn === 'both' && !chosen[me - 1]);
  /** @type {State} */
  const state = (ending && !moreRounds) || game.withdrawn ? 'over'
    : free ? 'waiting' : !ending && mine ? 'turn' : 'running';
  const result = !ending ? '' : !ending.winner ? 'Draw' : ending.winner === me ? 'Won' : 'Lost';
  const text =
    { over: game.withdrawn ? 'Withdrawn' : result, waiting: 'Waiting for a player', turn: 'Your turn',
      running: 'In progress' }[state];
  return { room, game: game.game, title, against: free ? '' : nameOf(game, 3 - me), state, text };
}

/**
 * Remembers a game that the viewer plays, and once it is over its result against a computer.
 * @param {Game} game
 * @param {number | null} me
 * @param {number} now
 */
export function noteGame(game, me, now = Date.now()) {
  if (!me) return;
  const all = ownGames();
  const own = summary(game, me);
  const before = all.find(({ room }) => room === own.room);
  // What was over before has been counted, or was forgotten since.
  if (before?.state !== 'over') keepGame(game, me, now);
  if (before && before.state === own.state && before.text === own.text && before.against === own.against) return;
  const others = all.filter(({ room }) => room !== own.room);
  memory.set('games', JSON.stringify([{ ...own, at: now }, ...others].slice(0, MOST)));
}

/**
 * Forgets a game, such as one that the server has deleted.
 * @param {string} gone
 */
export function dropGame(gone) {
  memory.set('games', JSON.stringify(ownGames().filter(({ room }) => room !== gone)));
}

/**
 * The games in the order of a list: those where the viewer is to move, then the others that are not over, then the rest.
 * @param {Own[]} games
 */
export function inOrder(games) {
  const order = ['turn', 'running', 'waiting', 'over'];
  return [...games].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || other.at - one.at);
}
