// The wording of a room for its viewer: whose turn it is, and what is new. What others see, too, comes from the server.

import { sentence } from './kit.js';

/** @import { Game, Happening, Move, TimeControl } from '../page-types/wire.js' */

/**
 * Both seats' choices in one ply.
 * @param {string} ply
 */
export const halves = (ply) => ply.split('/');

/**
 * A player's name, or the seat without one.
 * @param {Game} game
 * @param {number} seat
 */
export function nameOf(game, seat) {
  return game.players[seat - 1].name ?? `Player ${seat}`;
}

/**
 * The current seat of a player who first took another: players may swap seats after each round.
 * @param {Game} game
 * @param {number | null} home
 */
export function seatOf(game, home) {
  return game.players.findIndex((player) => player.home === home) + 1 || null;
}

/**
 * The free seats.
 * @param {Game} game
 */
export function freeSeats(game) {
  return [1, 2].filter((seat) => game.players[seat - 1].name === null && !game.players[seat - 1].computer);
}

/**
 * Who has to do what.
 * @param {Game} game
 * @param {number | null} me
 * @param {boolean} mayMove
 */
export function turnText(game, me, mayMove) {
  const { turn, ending } = game;
  if (ending || turn === 'over') return '';
  // The panel beside the board says what became of a withdrawn challenge.
  if (game.withdrawn) return '';
  if (me && mayMove) {
    if (turn === 'both') return `Choose a ${game.piece}. It stays secret until both have chosen.`;
    const several = game.moves[me - 1].some(({ cells }) => cells && cells[0] !== cells[1]);
    return several ? 'Your turn. Choose a number, or drag over neighbours.' : 'Your turn.';
  }
  if (freeSeats(game).length) {
    return me ? 'Waiting for the other player to take a seat.' : 'Waiting for a player to take a seat.';
  }
  if (turn === 'both') {
    const late = [1, 2].filter((seat) => !game.chosen[seat - 1]).map((seat) => nameOf(game, seat));
    if (me) return `You have chosen. Until ${late.join(' and ')} has, you can choose another ${game.piece}.`;
    return `${late.join(' and ')} ${late.length > 1 ? 'choose' : 'chooses'} a ${game.piece}.`;
  }
  const name = nameOf(game, turn);
  return game.players[turn - 1].computer ? `${name} is thinking…` : `${possessive(name)} turn.`;
}

/** @param {string} name */
function possessive(name) {
  return `${name}${/s$/i.test(name) ? '’' : '’s'}`;
}

/**
 * The last move while the game is in progress, or the toss before the first.
 * @param {Game} game
 */
export function playedText({ played, toss, ending }) {
  return ending ? '' : played ?? toss ?? '';
}

/**
 * Whether a player has made a move that could be taken back.
 * @param {Game} game
 * @param {number | null} seat
 */
export function hasMoved(game, seat) {
  return game.plies.some(({ by }) => by === 'both' || by === seat);
}

/**
 * What is new: `said` for screen readers only, `shown` for all. `withdrew`: the viewer has withdrawn their own offer.
 * @param {Game} before
 * @param {Game} game
 * @param {Happening} happening
 * @param {{ me: number | null, withdrew?: boolean }} viewer
 */
export function news(before, game, happening, { me, withdrew = false }) {
  /** @type {string[][]} */
  const [said, shown] = [[], []];
  /** @param {number} seat */
  const name = (seat) => nameOf(game, seat);
  const added = happening.plies.add.length > 0;
  const back = game.round === before.round && game.plies.length < before.plies.length;
  if (added && game.played) said.push(game.played);
  else if (back) shown.push('A move was taken back.');
  if (game.round !== before.round) {
    if (game.roundText) said.push(sentence(game.roundText));
    if (game.seatChange) shown.push(game.seatChange);
  }
  for (const seat of [1, 2].filter((other) => other !== me)) {
    const place = seat - 1;
    if (before.players[place].name === null && game.players[place].name !== null) {
      shown.push(`${name(seat)} has joined.`);
    }
    if (game.chosen[place] && !before.chosen[place]) said.push(`${name(seat)} has chosen.`);
  }
  if (happening.what === 'chose again' && happening.by && happening.by !== me)
    said.push(`${name(happening.by)} has chosen again.`);
  if (game.repetition && !before.repetition) said.push(game.repetition);
  if (game.withdrawn && !before.withdrawn) shown.push('The challenge was withdrawn.');
  const [was, is] = [before.offer, game.offer];
  if (is && (is.kind !== was?.kind || is.by !== was?.by)) said.push(is.text);
  const answered = added || back || (game.ending && !before.ending) || game.rematch;
  if (was && !is && !answered) {
    if (withdrew) shown.push('You have withdrawn your offer.');
    else shown.push(was.by === me ? 'Your offer was not accepted.' : 'The offer has expired.');
  }
  if (game.ending && !before.ending)
    said.push([game.ending.text, game.score?.text ?? ''].filter(Boolean).map(sentence).join(' '));
  return { said, shown };
}

/**
 * What a move does, as a preview says it.
 * @param {Move} move
 */
export function effectText({ effect, text }) {
  return (effect || text).replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * A seed that the player who opened the room has chosen: they may know what a computer will do.
 * @param {Game} game
 */
export function seedText({ seed }) {
  return seed === null || seed === undefined ? '' : `seed ${seed}, chosen by the player who opened the game`;
}

/** @param {TimeControl | null | undefined} time */
export function timeText(time) {
  if (!time) return '';
  const whole = time.seconds % 60 === 0 ? `${time.seconds / 60} min` : `${time.seconds} s`;
  return time.increment ? `${whole} + ${time.increment} s a move` : whole;
}
