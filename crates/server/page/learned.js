// What this browser remembers of its learner: the answers as the server judged them. Progress is computed from them, there.

import { memory } from './kit.js';

/** @import { Attempt } from '../page-types/wire.js' */

const NAME = 'learned';
const ASIDE = 'learned.unreadable';
const VERSION = 1;
/** The server takes no more at once. */
const MOST = 5000;

/**
 * Reads what was written by `written`.
 * @param {string} text
 * @returns {Attempt[]}
 */
export function read(text) {
  let kept;
  try {
    kept = JSON.parse(text);
  } catch {
    throw new Error('This is not a file of answers: it cannot be read.');
  }
  if (kept?.numberline !== 'answers' || !Array.isArray(kept.attempts))
    throw new Error('This is not a file of answers. Choose one that was exported here.');
  if (!(kept.version <= VERSION))
    throw new Error('This file comes from a newer numberline. Load the page again, and then import it.');
  const attempts = kept.attempts.filter(isAttempt);
  if (attempts.length < kept.attempts.length) {
    const lost = kept.attempts.length - attempts.length;
    throw new Error(`This file is damaged: ${lost} of its ${kept.attempts.length} answers cannot be read.`);
  }
  return attempts;
}

/** @param {Attempt[]} attempts */
export function written(attempts) {
  return JSON.stringify({ numberline: 'answers', version: VERSION, attempts });
}

/** The answers so far, the oldest first. @returns {Attempt[]} */
export function attempts() {
  try {
    return read(memory.get(NAME) ?? written([]));
  } catch {
    return [];
  }
}

/**
 * Remembers answers. Of very many, the oldest are forgotten, but no finished lesson.
 * @param {...(Attempt | null | undefined)} more
 */
export function keep(...more) {
  const kept = memory.get(NAME);
  try {
    read(kept ?? written([]));
  } catch {
    // What this version cannot read is put aside, not overwritten.
    memory.set(ASIDE, kept);
  }
  const fresh = more.filter((attempt) => attempt !== null && attempt !== undefined);
  if (fresh.length) memory.set(NAME, written(newest([...attempts(), ...fresh])));
}

/**
 * Adds the answers of a file to those that are there. Returns how many were new.
 * @param {string} text
 */
export function bring(text) {
  const here = attempts();
  const known = new Set(here.map((attempt) => JSON.stringify(attempt)));
  const fresh = read(text).filter((attempt) => !known.has(JSON.stringify(attempt)));
  const all = [...here, ...fresh].sort((one, other) => one.day - other.day);
  memory.set(NAME, written(newest(all)));
  return fresh.length;
}

/** Forgets every answer. */
export function erase() {
  memory.set(NAME, null);
  memory.set(ASIDE, null);
}

/**
 * @param {Attempt[]} all
 * @returns {Attempt[]}
 */
function newest(all) {
  let surplus = all.length - MOST;
  return all.filter((attempt) => attempt.kind === 'lesson' || surplus-- <= 0);
}

/**
 * @param {any} row
 * @returns {row is Attempt}
 */
function isAttempt(row) {
  const words = [row?.kind, row?.game, row?.idea].every((word) => typeof word === 'string' && word.length <= 500);
  const score = typeof row?.score === 'number' && row.score >= 0 && row.score <= 1;
  return words && score && Number.isInteger(row.day) && row.day >= 0;
}
