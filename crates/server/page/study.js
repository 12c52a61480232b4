// The analysis board: any position of any game, what every move is worth and why, and a tree of the moves tried.

import { Line } from './board.js';
import { Branches } from './branches.js';
import { Chart } from './chart.js';
import { Forecast, predicts } from './forecast.js';
import { near, numeral } from './geometry.js';
import { Hints } from './hints.js';
import { Inquiry } from './inquiry.js';
import { Judged, knownMoves } from './judged.js';
import { useMoveKeys } from './keys.js';
import { announce, ApiError, apiOnce, button, copy, el, form, isAbort, memory, put, query, reason,
  toast } from './kit.js';
import { Mix } from './mix.js';
import { go, title, useKeys } from './nav.js';
import { Placing } from './placing.js';
import { movesOf } from './question.js';
import { setup } from './setting.js';
import { chip, paintTurn, whoseTurn } from './standing.js';
import { steps } from './steps.js';
import { all, plant, read } from './tree.js';
import { Verdict } from './verdict.js';
import { Viewport } from './viewport.js';
import { effectText } from './words.js';
import { letterOf } from './worth.js';

/**
 * @import { Analysis, Asked, Board, LineOptions, Offered } from '../page-types/wire.js'
 * @import { KeyRow } from './keys.js'
 * @import { Node } from './tree.js'
 */

const MOST_BRANCHES = 20;
const AGAIN = 4000;

/** @type {Record<string, string>} What a link leaves out. */
const LACKS = { all: '', moves: ' It has the moves up to here, without the branches.',
  position: ' It has this position only: there are too many moves for a link.' };

/**
 * What a move does, or the move itself.
 * @param {Board | null | undefined} board
 * @param {string} text
 */
function effectOf(board, text) {
  const move = board?.moves.flat().find((candidate) => candidate.text === text);
  return move ? effectText(move) : text;
}

/**
 * Shows the analysis board for a URL.
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [slug], query: asked }) {
  const games = await apiOnce('/api/games');
  const wanted = slug ?? memory.get('game');
  const game = games.find((candidate) => candidate.slug === wanted) ?? (slug ? null : games[0]);
  if (!game) throw new ApiError(404, `There is no game called ${slug}.`);
  const study = new Study(main, games, game, asked);
  try {
    await study.begin(asked);
  } catch (error) {
    // An outage passes, and the shell of the page tries again.
    if (error instanceof ApiError && error.passes) {
      study.leave();
      throw error;
    }
    // An invalid setup can be corrected in the form it came from.
    study.refuse(reason(error));
  }
  return () => study.leave();
}

class Study {
  /**
   * @param {Element} main
   * @param {Offered[]} games
   * @param {Offered} game
   * @param {URLSearchParams} asked
   */
  constructor(main, games, game, asked) {
    this.game = game;
    this.inquiry = new Inquiry(game.slug, asked);
    this.values = memory.get('values') !== 'hidden';
    this.turn = 0;
    /** Whether the values wait for the viewer's prediction. */
    this.veiled = false;
    this.root = plant();
    this.here = this.root;
    this.setting = setup(games, game, this.inquiry.start);
    this.hints = new Hints((rung, seat) => this.inquiry.ask('hint', this.here, { rung, seat }));
    this.branches = new Branches((node) => this.to(node));
    this.judged = new Judged((text) => this.play(text), (text) => this.pointAt(text));
    this.verdict = new Verdict();
    this.forecast = new Forecast(() => {
      this.here.foretold = true;
      this.to(this.here);
    });
    this.problem = el('p.wrong', { role: 'alert', testid: 'study-problem' });
    this.whose = el('p.whose', { testid: 'whose-turn' });
    this.goal = el('p.goal', { testid: 'goal' });
    this.placing = new Placing((about) => this.inquiry.ask('placements', this.here, about),
      (position) => go(`/study/${game.slug}${query({ set: this.inquiry.start.set, position })}`), () => this.paint());
    this.place = el('div.line-place');
    this.line = new Line(this.place);
    this.reason = el('p.reason', { role: 'status', testid: 'reason' });
    this.typed = el('input', { type: 'text', 'aria-label': 'Type a move', placeholder: `such as ${game.example}`,
      autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'go', testid: 'typed-move' });
    this.typed.addEventListener('keydown', (event) => event.key === 'Escape' && this.typed.blur());
    this.toggle = button('Values', 'values', () => this.showValues(!this.values));
    this.chartPanel = el('section.panel.chart-panel', { 'aria-label': 'Value chart' },
      el('h2', { text: 'Value for Player 1' }));
    const [start, end] = [() => this.to(this.root), () => this.to(this.here.line().at(-1) ?? this.here)];
    const [back, on] = [() => this.go(this.here.parent), () => this.go(this.here.following, true)];
    this.steps = steps([start, back, on, end]);
    const board = el('section.panel.study-board', { 'aria-label': 'Position' }, this.whose, this.goal,
      this.placing.root, this.place);
    this.viewport = new Viewport(board, () => this.to(this.here));
    this.mix = new Mix(board, (text) => this.play(text));
    const submit = () => {
      const text = this.typed.value.trim();
      this.typed.value = '';
      if (text) this.play(text);
    };
    board.append(this.reason, this.problem,
      el('div.row.study-bar', {}, this.steps.root,
        form({ class: 'type-move' }, submit, this.typed, el('button', { text: 'Play', testid: 'play-typed' })),
        this.toggle, this.placing.toggle, button('Copy link', 'share', () => this.share())));
    this.frame = el('div.study', {}, this.setting, el('div.study-main', {}, board, this.chartPanel, this.branches.root),
      el('div.study-side', {}, this.forecast.root, this.verdict.root, this.hints.root, this.judged.root));
    put(main, this.frame);
    this.chart = new Chart(this.chartPanel, (ply) => this.to(this.here.line()[ply] ?? this.here));
    /** @type {KeyRow[]} */
    const keys = [['← →', 'one move back or forward', { ArrowLeft: back, ArrowRight: on }], ['↑ ↓',
      'previous or next branch', { ArrowUp: () => this.beside(-1), ArrowDown: () => this.beside(1) }], ['Home End',
      'start or end of the line', { Home: start, End: end }], ['v', 'show or hide the values', {
      v: () => this.showValues(!this.values),
    }], ['h', 'a hint, and then the next one', { h: (event) => this.hints.climb(event.shiftKey ? 2 : 1) }], ['H',
      'the same for Player 2, where both choose at once', { H: () => this.hints.climb(2) }], ['0–9 + −',
      'type a move; Enter plays it'], ['Del', 'delete the current branch', { Delete: () => this.branches.cut() }], ['c',
      'copy the link', { c: () => this.share() }], ['Tab', 'focus the number line, where ← → move along the numbers']];
    this.dropKeys = useMoveKeys(keys, (event) => {
      if (/^[\d+-]$/.test(event.key)) this.typed.focus();
    });
    useKeys(keys);
    title(`Study ${game.title}`);
    memory.set('game', game.slug);
  }

  /**
   * Says why the position is invalid, and leaves the form for another try.
   * @param {string} why
   */
  refuse(why) {
    announce(why);
    this.setting.querySelector('details')?.toggleAttribute('open', true);
    put(this.frame, this.setting,
      el('p.panel.wrong.study-refused', { role: 'alert', testid: 'study-refused', text: why }));
  }

  leave() {
    this.dropKeys();
    this.forecast.remove();
    this.line.remove();
    this.chart.remove();
    this.asking?.abort();
    clearTimeout(this.later);
  }

  /**
   * Goes to the position in the URL.
   * @param {URLSearchParams} asked
   */
  async begin(asked) {
    const tree = asked.get('tree') ?? '';
    /** @param {string[]} moves */
    const grow = (moves) => {
      this.root = read(tree);
      return moves.reduce((node, move) => node.play(move), this.root);
    };
    let node = grow(movesOf(asked.get('moves') ?? ''));
    // The URL may be handwritten: moves are converted to the game's own notation.
    if (node !== this.root) {
      try {
        node = grow((await this.inquiry.ask('board', node)).plies);
      } catch (error) {
        node = this.root = plant();
        toast(reason(error), 'error');
      }
    }
    await this.to(node);
  }

  /**
   * Goes to a node and shows what is known about it.
   * @param {Node} node
   */
  async to(node) {
    const mine = ++this.turn;
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const window = this.viewport.question(this.place.clientWidth);
      const shown = `${window.from} ${window.cells}`;
      if (node.board?.window !== shown) {
        // The change by the last move is relative to the position before it.
        const around = [node, node.parent].flatMap((each) => (each && each.board?.window !== shown ? [each] : []));
        const boards = await Promise.all(around.map((each) => this.inquiry.ask('board', each, window, signal)));
        for (const [place, each] of around.entries()) each.board = { ...boards[place], window: shown };
      }
      if (mine !== this.turn) return;
      if (this.here !== node) this.hints.forget();
      this.here = node;
      node.visit();
      this.problem.textContent = '';
      this.paint();
      this.write();
      await this.judge(node, mine, signal);
    } catch (error) {
      if (isAbort(error) || mine !== this.turn) return;
      this.problem.textContent = reason(error);
      // An illegal move leaves no trace.
      if (node.parent && !node.board && !node.children.length) node.cut();
      if (!this.here.board) throw error;
      this.paint();
    }
  }

  /**
   * Finds the values of the position and of its line, unless values are hidden.
   * @param {Node} node
   * @param {number} mine
   * @param {AbortSignal} signal
   */
  async judge(node, mine, signal) {
    if (!this.values) return;
    // What the viewer wants to predict is asked before it is shown.
    if (predicts() && !node.foretold && node.board?.turn !== 'over')
      return this.forecast.ask(this.game.slug, this.inquiry.about(node));
    if (!node.analysis && !node.unsolved) {
      const trouble = await this.inquiry.weigh(node, signal);
      if (trouble) this.again(node, reason(trouble));
      if (mine !== this.turn) return;
      this.paint();
    }
    const ends = all(this.root).filter((each) => each.children.length === 0);
    for (const end of [node, ...ends.slice(0, MOST_BRANCHES)]) {
      const found = await this.inquiry.lookBack(end.line(), signal);
      if (mine !== this.turn) return;
      if (found) this.paint();
    }
  }

  /**
   * Says what the obstacle is, and asks again in a while.
   * @param {Node} node
   * @param {string} why
   */
  again(node, why) {
    this.problem.textContent = why;
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      if (this.here === node) this.to(node);
    }, AGAIN);
  }

  /** @param {string} text */
  async play(text) {
    const before = this.here;
    const known = before.child(text);
    const node = before.play(text);
    await this.to(node);
    if (this.here !== node || !node.board) return;
    // The server normalizes a move, however it was typed.
    const spelled = node.board.plies.at(-1) ?? text;
    if (!known && spelled !== node.move) {
      const twin = before.child(spelled);
      if (twin) {
        node.cut();
        return void this.to(before.play(spelled));
      }
      node.move = spelled;
      this.paint();
      this.write();
    }
    announce(`${node.move}. ${this.said()}`);
  }

  said() {
    const { analysis, board } = this.here;
    if (this.values && analysis && (this.here.foretold || !predicts())) return analysis.headline;
    return board ? whoseTurn(board) : '';
  }

  /**
   * Goes to a node and announces it.
   * @param {Node | null} node
   * @param {boolean} named whether the move that leads there is announced
   */
  async go(node, named = false, kind = '') {
    if (!node) return;
    await this.to(node);
    announce(`${named ? `${kind}${node.move}. ` : ''}${this.said()}`);
  }

  /**
   * Goes to the previous or next branch.
   * @param {number} by
   */
  beside(by) {
    const among = this.here.parent?.children ?? [];
    return this.go(among[among.indexOf(this.here) + by] ?? null, true, 'Branch ');
  }

  /** @param {boolean} shown */
  showValues(shown) {
    this.values = shown;
    memory.set('values', shown ? null : 'hidden');
    announce(shown ? 'Values are shown.' : 'Values are hidden.');
    this.to(this.here);
  }

  async share() {
    const { address, kept } = this.inquiry.address(this.root, this.here);
    if (kept === 'nothing') return toast('This position is too long for a link.', 'error');
    const done = await copy(new URL(address, location.href).href);
    toast(`${done ? 'Link copied.' : 'Copy the link from the address bar.'}${LACKS[kept]}`);
  }

  /** Updates the URL to the current position. */
  write() {
    history.replaceState(null, '', this.inquiry.address(this.root, this.here).address);
  }

  paint() {
    const { board, analysis, unsolved } = this.here;
    if (!board) return;
    const veiled = predicts() && !this.here.foretold && board.turn !== 'over';
    this.veiled = veiled;
    const values = this.values && !veiled;
    if (!veiled || !this.values) this.forecast.hide();
    const shown = values ? analysis : null;
    paintTurn(this.whose, board);
    this.paintLine(board, shown);
    this.viewport.show(board);
    this.mix.show(board, shown?.strategy);
    this.toggle.setAttribute('aria-pressed', String(this.values));
    this.line.root.classList.toggle('placing', this.placing.on);
    this.placing.show(board);
    this.steps.show(this.here === this.root, !this.here.following);
    this.verdict.show(this.values, veiled ? undefined : analysis, unsolved);
    this.verdict.root.hidden = veiled && this.values;
    this.judged.show(shown);
    this.hints.show(board.turn);
    // Where every value is shown, a hint would be a joke.
    if (this.values) this.hints.root.hidden = true;
    this.goal.textContent = board.goal;
    this.branches.show(this.root, this.here, values);
    const line = this.here.line();
    this.chartPanel.hidden = !values || line.length < 2;
    if (this.chartPanel.hidden) return;
    this.chart.show(line.map((node) => node.point ?? null), this.here.ply, line.slice(1).map((node) => node.move));
  }

  /**
   * @param {Board} board
   * @param {Analysis | null | undefined} shown
   */
  paintLine(board, shown) {
    const values = knownMoves(shown).map(({ move, remoteness, short }) => ({ text: move, letter: letterOf(short),
      remoteness, label: short })
    );
    /** @type {LineOptions} */
    const options = { valued: true, seat: typeof board.turn === 'number' && !this.placing.on ? board.turn : null,
      onCell: this.placing.on ? (number) => this.placing.place(board, number) : undefined,
      label: `${this.game.title}: the number line`, last: near(board, board.lastPly?.cells),
      blocked: near(board, board.lastPly?.blocked),
      landmarks: board.landmarks.map((mark) => ({ ...mark, cell: near(board, [mark.cell])[0] })), values,
      onMove: (text) => this.play(text), onAim: (move) => this.explain(board, move?.text ?? null), onIdle: (number) => {
        this.reason.textContent = `You cannot play on ${numeral(number, board.base)}.`;
      } };
    this.line.show(board, options);
    this.explain(board, null);
  }

  /**
   * Explains the value of the selected move.
   * @param {Board} board
   * @param {string | null} text
   */
  explain({ turn }, text) {
    const judged = this.values && !this.veiled && text
      ? knownMoves(this.here.analysis).find(({ move }) => move === text) : null;
    this.judged.mark(text);
    if (judged)
      put(this.reason, chip(judged.short), el('strong', { text: ` ${judged.move} ` }), judged.why);
    else if (text) this.reason.textContent = effectOf(this.here.board, text);
    else if (typeof turn !== 'number' || this.placing.on) this.reason.textContent = '';
    else if (!this.values || this.veiled)
      this.reason.textContent = 'Values are hidden. Try to find the best move first.';
    else this.reason.textContent = 'Point at a number to see what it is worth; click to play it.';
  }

  /**
   * Previews a move of the list on the line.
   * @param {string | null} text
   */
  pointAt(text) {
    this.line.aim(this.here.board?.moves.flat().find((move) => move.text === text) ?? null);
  }
}
