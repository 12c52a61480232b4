// Puzzles: the one of the day, a rated stream, a streak and a run against the clock.

import { announce, api, apiOnce, button, copy, el, put, query, reason, toast } from './kit.js';
import { attempts, keep } from './learned.js';
import { go, title } from './nav.js';
import { standing } from './progress.js';
import { Quiz } from './quiz.js';

/**
 * @import { Asked, AskedPuzzle, Attempt } from '../page-types/wire.js'
 * @typedef {'daily' | 'rated' | 'streak' | 'timed'} RunName
 */

/** @type {[RunName, string][]} */
const RUNS = [['daily', 'Of the day'], ['rated', 'Rated'], ['streak', 'Streak'], ['timed', '3 minutes']];
const MINUTES = 3;

/**
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [id], query: asked }) {
  title('Puzzles');
  const page = new Puzzles(main, await apiOnce('/api/games'), asked, id ?? null);
  await page.next();
  page.offerThemes();
  return () => page.leave();
}

/** This day in this place, as `2026-11-18`. */
export function today(now = new Date()) {
  const part = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** A seed for a stream that nobody has seen. */
export function freshSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}

class Puzzles {
  /**
   * @param {Element} main
   * @param {import('../page-types/wire.js').Offered[]} games
   * @param {URLSearchParams} asked
   * @param {string | null} id a puzzle by its name
   */
  constructor(main, games, asked, id) {
    this.id = id;
    this.games = games;
    const run = RUNS.find(([name]) => name === asked.get('run'));
    /** @type {RunName} */
    this.run = run ? run[0] : 'rated';
    this.game = games.find(({ slug }) => slug === asked.get('game'))?.slug ?? '';
    this.theme = asked.get('theme') ?? '';
    /** Only of variants with these values. */
    this.set = asked.get('set') ?? '';
    /** @type {import('../page-types/wire.js').Progress | undefined} */
    this.standing = undefined;
    this.quiz = new Quiz();
    this.solved = 0;
    this.tried = 0;
    this.turn = 0;
    this.wrong = 0;
    this.hints = 0;
    /** When a run against the clock began. */
    this.begun = 0;
    this.about = el('p.faint', { testid: 'puzzle-about' });
    this.variant = el('span.small');
    this.score = el('p.run-score', { testid: 'run-score' });
    this.after = el('div.row.after', { testid: 'after' });
    this.panel = el('section.panel.puzzle', { 'aria-label': 'Puzzle' },
      el('div.puzzle-head', {}, this.about, this.score), this.quiz.root, this.after);
    const menu = RUNS.map(([name, text]) =>
      el('a.button', { href: this.address({ run: name }), text, testid: `run-${name}`,
        'aria-current': !id && name === this.run ? 'page' : null })
    );
    this.filters = el('div.pair.filters', { hidden: Boolean(id) });
    const all = [['', 'All games'], ...games.map(({ slug, title: name }) => [slug, name])];
    put(this.filters, this.select('game', 'Game', all, this.game));
    put(main,
      el('div.puzzles', {}, el('h1', { text: 'Puzzles' }),
        el('nav.row.runs', { 'aria-label': 'Kinds of puzzles' }, menu), this.filters, this.panel));
  }

  leave() {
    this.turn += 1;
    clearInterval(this.clock);
    this.quiz.remove();
  }

  /** @param {Record<string, string>} change */
  address(change) {
    const { game, theme, set } = this;
    const run = this.run === 'rated' ? '' : this.run;
    const wanted = { run, game, theme, set, ...change };
    return `/puzzles${query({ ...wanted, run: wanted.run === 'rated' ? '' : wanted.run })}`;
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string[][]} choices
   * @param {string} chosen
   */
  select(name, label, choices, chosen) {
    /** @type {HTMLSelectElement} */
    const list = el('select', { id: `filter-${name}`, testid: `filter-${name}`,
      on: {
        change: () => go(this.address({ ...(name === 'game' ? { theme: '', set: '' } : {}), [name]: list.value })),
      } }, choices.map(([value, text]) => el('option', { value, text, selected: value === chosen })));
    return el('div.field', {}, el('label', { for: `filter-${name}`, text: label }), list);
  }

  /** The themes take the server a moment, and nobody waits for them. */
  async offerThemes() {
    if (this.run === 'daily' || this.id) return;
    const all = await apiOnce('/api/puzzles/themes').catch(() => []);
    const known = all.filter(({ game }) => !this.game || game === this.game).flatMap((each) => each.themes);
    const names = [...new Map(known.map((each) => [each.theme, each.help]))];
    this.filters.append(this.select('theme', 'Theme', [['', 'All themes'], ...names], this.theme));
    if (this.game) this.filters.append(this.variantField());
  }

  /** Puzzles of a variant only. */
  variantField() {
    const own = this.games.find(({ slug }) => slug === this.game)?.parameters[0];
    /** @type {HTMLInputElement} */
    const field = el('input', { type: 'text', id: 'filter-set', value: this.set,
      placeholder: own ? `all, or such as ${own.name}=${own.default}` : 'all', autocomplete: 'off', spellcheck: 'false',
      maxlength: 80, testid: 'filter-set', on: { change: () => go(this.address({ set: field.value.trim() })) } });
    return el('div.field.wide', {}, el('label', { for: 'filter-set', text: 'Variant' }), field);
  }

  /** @returns {Promise<AskedPuzzle | undefined>} */
  async draw() {
    if (this.id) return api(`/api/puzzles/${this.id}`);
    const { game, theme, set } = this;
    if (this.run === 'daily') {
      this.date = today();
      return api(`/api/puzzles/daily${query({ date: this.date, game })}`);
    }
    // A run begins with what suits the learner; a streak and a run against the clock are for everyone alike.
    if (this.run === 'rated') this.standing ??= await standing().catch(() => undefined);
    const near = game ? this.standing?.levels[game] : this.standing?.level;
    const [puzzle] = await api(`/api/puzzles${query({ game, theme, set, near, seed: freshSeed(), count: 1 })}`);
    return puzzle;
  }

  async next() {
    const mine = ++this.turn;
    put(this.after);
    const puzzle = await this.draw();
    if (mine !== this.turn) return;
    if (!puzzle) return put(this.about, 'There are no more puzzles of this kind.');
    this.puzzle = puzzle;
    this.panel.dataset.puzzle = puzzle.id;
    this.wrong = 0;
    this.hints = 0;
    this.begun ||= Date.now();
    const name = this.games.find(({ slug }) => slug === puzzle.game)?.title ?? puzzle.game;
    put(this.about, el('strong', { text: this.run === 'daily' && !this.id ? `The puzzle of ${this.date}. ` : '' }),
      `${name}, grade ${puzzle.grade}`, this.variant);
    this.variant.textContent = '';
    const path = `/api/puzzles/${puzzle.id}`;
    const purpose = () => ({ purpose: this.run === 'daily' && !this.id ? 'daily' : 'puzzle', date: this.date ?? null,
      today: today(), wrong: this.wrong, hints: this.hints });
    this.paintScore();
    if (this.run === 'timed' && !this.clock) this.clock = setInterval(() => this.paintScore(), 500);
    await this.quiz.show({ game: puzzle.game, board: puzzle.board, asked: puzzle.asked, judge: async (answer) => {
      const reply = await api(`${path}/answer`, { body: { ...purpose(), answer } });
      if (!reply.right) this.wrong += 1;
      return reply;
    }, hint: async (hints) => {
      const { text } = await api(`${path}/hint`, { body: { hints } });
      this.hints += 1;
      return text;
    }, solve: async () => {
      const { text, attempt } = await api(`${path}/solution`, { body: purpose() });
      this.count(attempt ?? null);
      return text;
    }, onDone: (reply) => {
      if (reply) this.count(reply.attempt ?? null);
      this.offer(reply?.share ?? null);
    } });
    if (mine !== this.turn) return;
    this.variant.textContent = this.quiz.board?.differs ? ` · ${this.quiz.board.differs}` : '';
    // Nothing is selected on a board that the learner has not touched.
    if (this.tried) this.quiz.focus();
  }

  /** @param {Attempt | null} attempt */
  count(attempt) {
    if (!attempt) return;
    this.last = attempt;
    this.tried += 1;
    if (attempt.score === 1) this.solved += 1;
    // The puzzle of a day counts once.
    const again = attempt.kind === 'daily'
      && attempts().some((each) => each.kind === 'daily' && each.subject === attempt.subject);
    if (!again) keep(attempt);
    this.paintScore();
  }

  get over() {
    if (this.run === 'streak') return this.last !== undefined && this.last.score < 1;
    return this.run === 'timed' && this.left === 0;
  }

  /** The seconds that are left of a timed run. */
  get left() {
    return Math.max(0, Math.ceil(MINUTES * 60 - (Date.now() - (this.begun || Date.now())) / 1000));
  }

  paintScore() {
    const { run, solved, tried, left } = this;
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    this.score.textContent = run === 'streak' ? `Streak: ${solved}`
      : run === 'timed' ? `${clock} left, ${solved} solved`
      : tried && run === 'rated' ? `${solved} of ${tried} at once` : '';
    if (run === 'timed' && left === 0 && this.clock) {
      clearInterval(this.clock);
      this.clock = undefined;
      announce('Time is up.');
      if (!this.quiz.done) this.offer(null);
    }
  }

  /**
   * What can follow a puzzle.
   * @param {string | null} share
   */
  async offer(share) {
    const mine = this.turn;
    const { run, solved } = this;
    if (this.over) {
      this.quiz.done = true;
      const said = run === 'streak' ? `The streak ends at ${solved}.` : `Time is up: ${solved} solved at once.`;
      announce(said);
      put(this.after, el('p.run-end', { testid: 'run-end', text: said }), button('Once more', 'once-more', () =>
        go(location.pathname + location.search), { class: 'main' }));
    } else if (run === 'daily' && !this.id) {
      put(this.after, share ? el('p', { testid: 'share-text', text: share }) : null,
        share ? button('Share', 'share-daily', () => send(share), { class: 'main' }) : null,
        el('a.button', { href: '/puzzles', text: 'More puzzles' }));
    } else {
      put(this.after, button('Next puzzle', 'next-puzzle', () => this.again(), { class: 'main' }),
        el('a.button.quiet', {
          href: `/study/${this.puzzle?.game}${
            query({ set: this.puzzle?.board.settings.split(' '), position: this.puzzle?.board.position })
          }`,
          text: 'Study it',
          testid: 'study-puzzle',
        }), el('span.faint', { testid: 'rating' }));
    }
    this.after.querySelector('button')?.focus({ preventScroll: true });
    if (run !== 'rated' || this.id) return;
    // The rating follows when it is computed.
    const known = await standing().catch(() => undefined);
    if (known) this.standing = known;
    const here = known?.games.find(({ game }) => game === this.puzzle?.game);
    const place = this.after.querySelector('[data-testid="rating"]');
    if (mine === this.turn && here?.rating && place)
      place.textContent = `Your rating here: ${here.rating} ± ${here.deviation}`;
  }

  async again() {
    if (this.id) return void go('/puzzles');
    try {
      await this.next();
    } catch (error) {
      toast(reason(error), 'error');
    }
  }
}

/** @param {string} text */
async function send(text) {
  try {
    if (navigator.share && matchMedia('(any-pointer: coarse)').matches) return await navigator.share({ text });
  } catch {
    // The learner thought better of it.
    return;
  }
  toast((await copy(text)) ? 'The text is copied.' : 'Copy the text above.');
}
