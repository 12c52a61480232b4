// What this browser remembers of its learner: the answers as the server judged them, and the finished games against
// computers. Progress is computed from them, there.

import { memory } from './kit.js';

/**
 * @import { Attempt, Game, Played } from '../page-types/wire.js'
 * @typedef {Played & { id: string, at: number }} KeptGame `id`: the room and the round; `at`: when it was over
 * @typedef {{ attempts: Attempt[], games: KeptGame[] }} Learned
 */

const NAME = 'learned';
const ASIDE = 'learned.unreadable';
const VERSION = 1;
/** The server takes no more at once. */
const MOST = 5000;
const MOST_GAMES = 1000;

/**
 * Reads what was written by `written`.
 * @param {string} text
 * @returns {Learned}
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
  const sent = Array.isArray(kept.games) ? kept.games : [];
  const [attempts, games] = [kept.attempts.filter(isAttempt), sent.filter(isPlayed)];
  /** @type {(rows: unknown[], good: unknown[], what: string) => void} */
  const whole = ({ length }, good, what) => {
    if (good.length < length)
      throw new Error(`This file is damaged: ${length - good.length} of its ${length} ${what} cannot be read.`);
  };
  whole(kept.attempts, attempts, 'answers');
  whole(sent, games, 'games');
  return { attempts, games };
}

/** @param {Learned} learned */
export function written({ attempts, games }) {
  return JSON.stringify({ numberline: 'answers', version: VERSION, attempts, games });
}

/** Everything so far, the oldest first. @returns {Learned} */
export function learned() {
  try {
    return read(memory.get(NAME) ?? written({ attempts: [], games: [] }));
  } catch {
    return { attempts: [], games: [] };
  }
}

/** The answers so far, the oldest first. */
export function attempts() {
  return learned().attempts;
}

/** The finished games against computers as the server takes them, the oldest first. @returns {Played[]} */
export function games() {
  return learned().games.map(({ game, opponent, outcome }) => ({ game, opponent, outcome }));
}

/**
 * Remembers answers. Of very many, the oldest are forgotten, but no finished lesson.
 * @param {...(Attempt | null | undefined)} more
 */
export function keep(...more) {
  const fresh = more.filter((attempt) => attempt !== null && attempt !== undefined);
  if (fresh.length) add({ attempts: fresh, games: [] });
}

/**
 * Remembers a game against a computer once it is over.
 * @param {Game} game
 * @param {number} me the viewer's seat
 */
export function keepGame({ room, round, game, players, ending }, me, now = Date.now()) {
  const opponent = players[2 - me].kind;
  if (!ending || !opponent) return;
  const id = `${room}/${round}`;
  if (learned().games.some((known) => known.id === id)) return;
  const outcome = !ending.winner ? 'draw' : ending.winner === me ? 'win' : 'lose';
  add({ attempts: [], games: [{ game, opponent, outcome, id, at: now }] });
}

/** What this browser remembers and this version cannot read: it is damaged, or from a newer one. Text after text. */
export function unreadable() {
  const [kept, aside] = [memory.get(NAME), memory.get(ASIDE)];
  try {
    if (kept !== null) read(kept);
    return aside;
  } catch {
    if (aside === null) return kept;
    return kept === null || aside.includes(kept) ? aside : `${aside}\n${kept}`;
  }
}

/** What this version cannot read is put aside, after what is there already, and not overwritten. */
function putAside() {
  const all = unreadable();
  if (all !== memory.get(ASIDE)) memory.set(ASIDE, all);
}

/** @param {Learned} fresh */
function add(fresh) {
  putAside();
  const here = learned();
  memory.set(NAME, written(newest([...here.attempts, ...fresh.attempts], [...here.games, ...fresh.games])));
}

/**
 * Adds the answers and games of a file to those that are there. Returns how many of each were new.
 * @param {string} text
 */
export function bring(text) {
  const [here, brought] = [learned(), read(text)];
  const known = new Set(here.attempts.map((attempt) => JSON.stringify(attempt)));
  const fresh = brought.attempts.filter((attempt) => !known.has(JSON.stringify(attempt)));
  const more = brought.games.filter(({ id }) => !here.games.some((game) => game.id === id));
  const all = [...here.attempts, ...fresh].sort((one, other) => one.day - other.day);
  const played = [...here.games, ...more].sort((one, other) => one.at - other.at);
  putAside();
  memory.set(NAME, written(newest(all, played)));
  return { attempts: fresh.length, games: more.length };
}

/** Forgets every answer and game. */
export function erase() {
  memory.set(NAME, null);
  memory.set(ASIDE, null);
}

/**
 * @param {Attempt[]} all
 * @param {KeptGame[]} played
 * @returns {Learned}
 */
function newest(all, played) {
  let surplus = all.length - MOST;
  const attempts = all.filter((attempt) => attempt.kind === 'lesson' || surplus-- <= 0);
  return { attempts, games: played.slice(-MOST_GAMES) };
}

/**
 * @param {any} row
 * @returns {row is KeptGame}
 */
function isPlayed(row) {
  const words = [row?.game, row?.opponent, row?.id].every((word) => typeof word === 'string' && word.length <= 200);
  return words && ['win', 'draw', 'lose'].includes(row.outcome) && Number.isInteger(row.at) && row.at >= 0;
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
