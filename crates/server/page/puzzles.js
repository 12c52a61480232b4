// Puzzles: the one of the day, a rated stream, a streak and a run against the clock.

import { announce, api, apiOnce, button, copy, el, put, query, reason, toast } from './kit.js';
import { attempts, keep } from './learned.js';
import { go, title } from './nav.js';
import { standing } from './progress.js';
import { Quiz } from './quiz.js';

/**
 * @import { Asked, AskedPuzzle, Daily, Reply } from '../page-types/wire.js'
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
    /** How the run goes: the server counts. @type {NonNullable<Reply['run']>} */
    this.sofar = { tried: 0, solved: 0, over: false, said: '' };
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
      placeholder: own ? `all, e.g. ${own.name}=${own.default}` : 'all', autocomplete: 'off', spellcheck: 'false',
      maxlength: 80, testid: 'filter-set', on: { change: () => go(this.address({ set: field.value.trim() })) } });
    return el('div.field.wide', {}, el('label', { for: 'filter-set', text: 'Variant' }), field);
  }

  /** Whether the puzzle is asked as that of the day. */
  get daily() {
    return this.run === 'daily' && !this.id;
  }

  /** @returns {Promise<AskedPuzzle | Daily | undefined>} */
  async draw() {
    if (this.id) return api(`/api/puzzles/${this.id}`);
    const { game, theme, set, run, sofar } = this;
    if (run === 'daily') {
      const date = today();
      this.date = date;
      const daily = await api(`/api/puzzles/daily${query({ date, game })}`);
      this.answered = attempts().some((each) => each.kind === 'daily' && each.subject === daily.id);
      return this.answered ? api(`/api/puzzles/daily${query({ date, game, answered: 'true' })}`) : daily;
    }
    this.standing ??= await standing().catch(() => undefined);
    const near = game ? this.standing?.levels[game] : this.standing?.level;
    const wanted = { game, theme, set, near, run, solved: sofar.solved, seed: freshSeed(), count: 1 };
    const [puzzle] = await api(`/api/puzzles${query(wanted)}`);
    return puzzle;
  }

  /** How far the run is, for the server to count on. */
  get sent() {
    const { tried, solved } = this.sofar;
    return this.run === 'daily' || this.id ? {}
      : { run: { kind: this.run, minutes: MINUTES, seconds: MINUTES * 60 - this.left, tried, solved } };
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
    put(this.about, el('strong', { text: 'title' in puzzle ? `${puzzle.title}. ` : '' }),
      `${name}, grade ${puzzle.grade}`, this.variant,
      'note' in puzzle && puzzle.note ? el('span.block', { testid: 'daily-note', text: puzzle.note }) : null);
    this.variant.textContent = '';
    const path = `/api/puzzles/${puzzle.id}`;
    const purpose = () => ({ purpose: this.daily ? 'daily' : 'puzzle', date: this.date ?? null, today: today(),
      answered: this.answered ?? false, wrong: this.wrong, hints: this.hints, ...this.sent });
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
      const { text, ...rest } = await api(`${path}/solution`, { body: purpose() });
      this.count(rest);
      return text;
    }, onDone: (reply) => {
      if (reply) this.count(reply);
      this.offer(reply?.share ?? null);
    } });
    if (mine !== this.turn) return;
    this.variant.textContent = this.quiz.board?.differs ? ` · ${this.quiz.board.differs}` : '';
    // Nothing is selected on a board that the learner has not touched.
    if (this.sofar.tried) this.quiz.focus();
  }

  /** @param {Pick<Reply, 'attempt' | 'run'>} done */
  count({ attempt, run }) {
    keep(attempt);
    if (run) this.sofar = run;
    this.paintScore();
  }

  /** The seconds that are left of a timed run. */
  get left() {
    return Math.max(0, Math.ceil(MINUTES * 60 - (Date.now() - (this.begun || Date.now())) / 1000));
  }

  paintScore() {
    const { run, left, sofar } = this;
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left. `;
    this.score.textContent = `${run === 'timed' ? clock : ''}${sofar.said}`;
    if (run === 'timed' && left === 0 && this.clock) {
      clearInterval(this.clock);
      this.clock = undefined;
      this.sofar.over = true;
      if (!this.quiz.done) this.offer(null);
    }
  }

  /**
   * What can follow a puzzle.
   * @param {string | null} share
   */
  async offer(share) {
    const mine = this.turn;
    const { run } = this;
    if (this.sofar.over) {
      this.quiz.done = true;
      const said = `${run === 'timed' ? 'Time is up. ' : ''}${this.sofar.said}`;
      announce(said);
      put(this.after, el('p.run-end', { testid: 'run-end', text: said }), button('Once more', 'once-more', () =>
        go(location.pathname + location.search), { class: 'main' }));
    } else if (this.daily) {
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
    if (mine === this.turn && known && here?.ratingText && place)
      place.textContent = `Your rating here: ${here.ratingText}. ${known.margin}`;
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
