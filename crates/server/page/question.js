// Questions about the positions of a game. They stand in an address, or are sent where that would be too long.

import { fetchText, once, query } from './kit.js';

/** @import { Answers, Board, Question, SentBoard } from '../page-types/wire.js' */

/** The longest address that servers, and what stands before them, are sure to take. */
const LONGEST_ADDRESS = 6000;

/**
 * Asks about a position. Without a signal to give up at, an answer is remembered.
 * @template {keyof Answers} W
 * @param {string} game
 * @param {W} what
 * @param {Question} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[W]>}
 */
export function ask(game, what, question, signal) {
  const path = `/api/games/${game}/${what}`;
  const address = path + query(question);
  const short = address.length <= LONGEST_ADDRESS;
  const body = short ? undefined : { ...question, from: question.from?.toString() };
  const read = /** @type {(text: string) => Answers[W]} */ (what === 'board' ? rebase : JSON.parse);
  const send = () => fetchText(short ? address : path, { body, signal }).then(read);
  return signal ? send() : once(address, send);
}

/**
 * The variant and the start of a match, and its moves up to now or as many of them as are wanted.
 * @param {{ settings: string, start: string }} match
 * @param {string[]} moves
 * @returns {Question}
 */
export function inMatch({ settings, start }, moves) {
  return { ...inVariant(settings), position: start, moves: listOf(moves) };
}

/**
 * A variant such as `length=10 misere=no`.
 * @param {string} settings
 */
export function inVariant(settings) {
  return { set: settings.split(/\s+/).filter(Boolean) };
}

/**
 * The moves of a list, as the command line takes it.
 * @param {string} text
 */
export function movesOf(text) {
  const separator = text.includes(';') ? ';' : ',';
  return text.split(separator).map((move) => move.trim()).filter(Boolean);
}

/**
 * A list of moves, as the command line takes it.
 * @param {string[]} moves
 */
export function listOf(moves) {
  return moves.length === 1 ? `${moves[0]};` : moves.join('; ');
}

/**
 * The first of several ways to say where one is on the analysis board that is short enough. Says which it was, or -1 where
 * not even the last one fits, which leads to the start of the game then.
 * @param {string} game
 * @param {Record<string, unknown>[]} ways
 */
export function studyAddress(game, ways) {
  const addresses = ways.map((way) => `/study/${game}${query(way)}`);
  const way = addresses.findIndex((address) => address.length <= LONGEST_ADDRESS);
  return { address: addresses[way] ?? `/study/${game}`, way };
}

/**
 * Reads a board. Whole numbers that would not be exact come as texts, and where there are any, the cells are counted from
 * the window's first one, with `base` to be added to what is shown.
 * @param {string} text
 * @returns {Board}
 */
export function rebase(text) {
  /** @type {SentBoard} */
  const sent = JSON.parse(text);
  const ends = [sent.first, sent.last, sent.from];
  const [first, last, from] = ends.map(BigInt);
  const exact = ends.every((end) => typeof end === 'number');
  const base = exact ? 0n : from;
  /** @param {number | string} cell */
  const near = (cell) => Number(BigInt(cell) - base);
  const moves = sent.moves.map((ofSeat) =>
    ofSeat.map(({ cells, then, ...move }) => ({
      ...move,
      cells: cells?.map(near),
      // biome-ignore lint/suspicious/noThenProperty: it is what the server calls the cells that a move changes.
      then: then?.map(([cell, letter]) => /** @type {[number, string]} */ ([near(cell), letter])),
    }))
  );
  const end = sent.cells.length - 1;
  const far = { base: from, first: first === from ? 0 : -1, from: 0,
    last: last === from + BigInt(end) ? end : end + 1 };
  const places = exact ? { first: Number(first), last: Number(last), from: Number(from) } : far;
  return { ...sent, ...places, moves, ends: [first, last, from] };
}
