// Queries about the positions of a game, sent in the URL or, where that would be too long, in the body.

import { fetchText, once, query } from './kit.js';

/** @import { Answers, Board, Question, SentBoard } from '../page-types/wire.js' */

/** The longest URL that servers and proxies are sure to accept. */
const LONGEST_ADDRESS = 6000;

/**
 * Asks about a position. Without an abort signal, the answer is cached.
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
 * The variant and the start of a match, and all or some of its moves.
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
 * Parses a list of moves, in the format of the command line.
 * @param {string} text
 */
export function movesOf(text) {
  const separator = text.includes(';') ? ';' : ',';
  return text.split(separator).map((move) => move.trim()).filter(Boolean);
}

/**
 * Formats a list of moves, in the format of the command line.
 * @param {string[]} moves
 */
export function listOf(moves) {
  return moves.length === 1 ? `${moves[0]};` : moves.join('; ');
}

/**
 * The first of several URLs for a position on the analysis board that is short enough. Returns its index, or -1 if even
 * the last one is too long; the URL then leads to the start of the game.
 * @param {string} game
 * @param {Record<string, unknown>[]} ways
 */
export function studyAddress(game, ways) {
  const addresses = ways.map((way) => `/study/${game}${query(way)}`);
  const way = addresses.findIndex((address) => address.length <= LONGEST_ADDRESS);
  return { address: addresses[way] ?? `/study/${game}`, way };
}

/**
 * Parses a board. Whole numbers that would not be exact are sent as strings. Where there are any, the cells are counted
 * from the first one in the window, and `base` is added for display.
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
      // biome-ignore lint/suspicious/noThenProperty: it is the server's name for the cells that a move changes.
      then: then?.map(([cell, letter]) => /** @type {[number, string]} */ ([near(cell), letter])),
    }))
  );
  const end = sent.cells.length - 1;
  const far = { base: from, first: first === from ? 0 : -1, from: 0,
    last: last === from + BigInt(end) ? end : end + 1 };
  const places = exact ? { first: Number(first), last: Number(last), from: Number(from) } : far;
  return { ...sent, ...places, moves, ends: [first, last, from] };
}
