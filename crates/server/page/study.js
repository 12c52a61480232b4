// The analysis board: any position of any game, what every move is worth and why, and a tree of what was tried.

import { el, put, once, announce, toast, memory, copy } from './kit.js';
import { title, useKeys } from './app.js';
import { changed, drawLine } from './board.js';
import { Branches } from './branches.js';
import { Chart } from './chart.js';
import { Hints } from './hints.js';
import { Inquiry } from './inquiry.js';
import { Judged } from './judged.js';
import { emblem } from './marks.js';
import { Mix } from './mix.js';
import { setup } from './setting.js';
import { chip, whoseTurn } from './standing.js';
import { steps } from './steps.js';
import { plant, movesOf, read, all } from './tree.js';
import { Verdict } from './verdict.js';
import { Viewport } from './viewport.js';
import { LETTER, label, headline } from './worth.js';

const MOST_BRANCHES = 20;
const AGAIN = 4000;

const KEYS = [
  ['← →', 'one move back or on'],
  ['↑ ↓', 'to the branch above or below'],
  ['Home End', 'to the start, to the end of the line'],
  ['v', 'show or hide the values'],
  ['h', 'a hint, and then the next one'],
  ['0–9 + −', 'type a move; Enter plays it'],
  ['Del', 'take the branch away that one is on'],
  ['c', 'copy the link'],
  ['Tab', 'to the number line, where ← → go along the numbers'],
];

/** Shows the analysis board at an address. */
export async function show(main, { parts: [slug], query: asked }) {
  const games = await once('/api/games');
  const wanted = slug ?? memory.get('game');
  const game = games.find((candidate) => candidate.slug === wanted) ?? (slug ? null : games[0]);
  if (!game) throw Object.assign(new Error(`There is no game called ${slug}.`), { status: 404 });
  const study = new Study(main, games, game, asked);
  try {
    await study.begin(asked);
  } catch (error) {
    // What cannot be set up can be corrected where it was asked for.
    study.refuse(error);
  }
  return () => study.leave();
}

class Study {
  constructor(main, games, game, asked) {
    this.game = game;
    this.inquiry = new Inquiry(game.slug, asked);
    this.values = memory.get('values') !== 'hidden';
    this.turn = 0;
    this.setting = setup(games, game, this.inquiry.start);
    this.hints = new Hints((rung, seat) => this.inquiry.ask('hint', this.here, [['rung', rung], ['seat', seat]]));
    this.branches = new Branches((node) => this.to(node), (node) => this.to(node));
    this.judged = new Judged((text) => this.play(text), (text) => this.pointAt(text));
    this.verdict = new Verdict();
    this.problem = el('p', { class: 'wrong', role: 'alert', data: { testid: 'study-problem' } });
    this.whose = el('p', { class: 'whose', data: { testid: 'whose-turn' } });
    this.place = el('div', { class: 'line-place' });
    this.reason = el('p', { class: 'reason', role: 'status', data: { testid: 'reason' } });
    this.typed = el('input', { type: 'text', 'aria-label': 'Type a move', placeholder: `a move, such as ${game.example ?? '5'}`, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'go', data: { testid: 'typed-move' } });
    this.toggle = el('button', { type: 'button', 'aria-pressed': 'true', data: { testid: 'values' }, on: { click: () => this.showValues(!this.values) } }, 'Values');
    this.chartPanel = el('section', { class: 'panel chart-panel', 'aria-label': 'Value chart' }, el('h2', { text: 'Value for Player 1' }));
    this.steps = steps([() => this.to(this.root), () => this.back(), () => this.forward(), () => this.to(this.here.line().at(-1))]);
    const board = el('section', { class: 'panel study-board', 'aria-label': 'Position' }, this.whose, this.place);
    this.viewport = new Viewport(board, (from) => this.look(from));
    this.mix = new Mix(board, (text) => this.play(text));
    board.append(this.reason, this.problem,
      el('div', { class: 'row study-bar' },
        this.steps.root,
        el('form', { class: 'type-move', on: { submit: (event) => { event.preventDefault(); this.type(); } } }, this.typed, el('button', { text: 'Play', data: { testid: 'play-typed' } })),
        this.toggle,
        el('button', { type: 'button', data: { testid: 'share' }, on: { click: () => this.share() } }, 'Copy link')));
    this.frame = el('div', { class: 'study' },
      this.setting,
      el('div', { class: 'study-main' }, board,
        this.chartPanel,
        this.branches.root),
      el('div', { class: 'study-side' },
        this.verdict.root,
        this.hints.root,
        this.judged.root));
    put(main, this.frame);
    this.chart = new Chart(this.chartPanel, (ply) => this.to(this.here.line()[ply] ?? this.here));
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys, true);
    this.pointing = () => { this.pointed = true; };
    document.addEventListener('pointerdown', this.pointing, true);
    useKeys(KEYS);
    title(`Study ${game.title}`);
    memory.set('game', game.slug);
  }

  /** Says why there is no such position, and leaves the form to try another. */
  refuse(error) {
    announce(error.message);
    this.setting.querySelector('details').open = true;
    put(this.frame, this.setting, el('p', { class: 'panel wrong study-refused', role: 'alert', data: { testid: 'study-refused' }, text: error.message }));
  }

  leave() {
    document.removeEventListener('keydown', this.keys, true);
    document.removeEventListener('pointerdown', this.pointing, true);
    this.line?.remove();
    this.chart.remove();
    this.asking?.abort();
    clearTimeout(this.later);
  }

  /** Goes to where the address says. */
  async begin(asked) {
    this.root = asked.get('tree') ? read(asked.get('tree')) : plant();
    let node = this.root;
    for (const move of movesOf(asked.get('moves') ?? '')) node = node.play(move);
    // An address may have been written by hand: moves are taken as the game writes them.
    if (node !== this.root) {
      try {
        const board = await this.inquiry.ask('board', node);
        const spelled = plant();
        let at = asked.get('tree') ? read(asked.get('tree'), spelled) : spelled;
        for (const move of board.plies) at = at.play(move);
        this.root = spelled;
        node = at;
        node.board = board;
      } catch (error) {
        node = this.root = plant();
        toast(error.message, 'error');
      }
    }
    node.visit();
    await this.to(node);
  }

  /** Goes to a node, and shows what is known there. */
  async to(node) {
    const mine = ++this.turn;
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const window = this.viewport.question(this.wide());
      if (!node.board || node.board.window !== window.key) {
        const { parent } = node;
        const around = parent && parent.board?.window !== window.key ? [node, parent] : [node];
        const boards = await Promise.all(around.map((each) => this.inquiry.ask('board', each, window.pairs, signal)));
        // What the last move changed is seen against the position before it.
        around.forEach((each, place) => { each.board = Object.assign(boards[place], { window: window.key }); });
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
      if (error.name === 'AbortError' || mine !== this.turn) return;
      this.problem.textContent = error.message;
      // A move that is not allowed leaves no trace.
      if (node.parent && !node.board && !node.children.length) node.cut();
      if (this.here) this.paint();
      else throw error;
    }
  }

  /** Finds out what the position is worth, and the positions of the line, unless one wants to think alone. */
  async judge(node, mine, signal) {
    if (!this.values) return;
    if (!node.analysis && !node.unsolved) {
      const trouble = await this.inquiry.weigh(node, signal);
      if (trouble) this.again(node, trouble);
      if (mine !== this.turn) return;
      this.paint();
    }
    const ends = [...all(this.root)].filter((each) => each.children.length === 0);
    for (const end of [node, ...ends.slice(0, MOST_BRANCHES)]) {
      const found = await this.inquiry.lookBack(end.line(), signal);
      if (mine !== this.turn) return;
      if (found) this.paint();
    }
  }

  /** Says what is in the way, and asks again in a while. */
  again(node, error) {
    this.problem.textContent = error.message;
    clearTimeout(this.later);
    this.later = setTimeout(() => { if (this.here === node) this.to(node); }, AGAIN);
  }

  /** Looks at another part of the line. */
  look(from) {
    this.viewport.from = from;
    return this.to(this.here);
  }

  wide() {
    return this.place.clientWidth;
  }

  async play(text) {
    const before = this.here;
    const known = before.child(text);
    const node = before.play(text);
    await this.to(node);
    if (this.here !== node) return;
    // The server writes a move in one way only, however it was typed.
    const spelled = node.board.plies.at(-1);
    if (!known && spelled !== node.move) {
      const twin = before.children.find((other) => other !== node && other.move === spelled);
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
    if (this.values && analysis) return headline(analysis);
    return whoseTurn(board);
  }

  type() {
    const text = this.typed.value.trim();
    if (!text) return;
    this.typed.value = '';
    this.play(text);
  }

  back() {
    if (this.here.parent) this.to(this.here.parent).then(() => announce(this.said()));
  }

  forward() {
    const next = this.here.next ?? this.here.children[0];
    if (next) this.to(next).then(() => announce(`${next.move}. ${this.said()}`));
  }

  /** To the branch before or after this one. */
  beside(by) {
    const among = this.here.parent?.children ?? [];
    const next = among[among.indexOf(this.here) + by];
    if (next) this.to(next).then(() => announce(`Branch ${next.move}. ${this.said()}`));
  }

  showValues(shown) {
    this.values = shown;
    memory.set('values', shown ? null : 'hidden');
    announce(shown ? 'Values are shown.' : 'Values are hidden.');
    this.to(this.here);
  }

  async share() {
    const { address, kept } = this.inquiry.address(this.root, this.here);
    if (kept === 'nothing') return void toast('This position is too long for a link.', 'error');
    const done = await copy(new URL(address, location.href).href);
    const but = { all: '', moves: ' It has the moves to here, without the branches.', position: ' It has this position alone: the moves are too many for a link.' }[kept];
    toast(`${done ? 'The link is copied.' : 'The link stands in the address bar.'}${but}`);
  }

  /** Lets the address say where one is. */
  write() {
    history.replaceState(null, '', this.inquiry.address(this.root, this.here).address);
  }

  paint() {
    const { board, analysis, unsolved } = this.here;
    const shown = this.values ? analysis : null;
    put(this.whose, typeof board.turn === 'number' ? emblem(board.turn) : null, el('span', { text: whoseTurn(board) }), el('code', { class: 'position', text: board.position, title: 'The position as text' }));
    this.paintLine(board, shown);
    this.viewport.show(board, this.wide());
    this.mix.show(board, shown?.strategy);
    this.toggle.setAttribute('aria-pressed', String(this.values));
    const last = this.here.line().at(-1);
    this.steps.show(this.here === this.root, this.here === last);
    this.verdict.show(this.values, analysis, unsolved);
    this.judged.show(shown);
    this.hints.show(board.turn);
    this.paintChart();
    this.branches.show(this.root, this.here, this.values);
  }

  paintLine(board, shown) {
    const options = {
      seat: typeof board.turn === 'number' ? board.turn : undefined,
      label: `${this.game.title}: the number line`,
      last: changed(this.here.parent?.board, board),
      values: shown?.moves?.map((move) => ({ text: move.move, letter: LETTER[move.moveValue], label: label(move.moveValue, move.remoteness) }))
        ?? (shown?.bestMove ? [{ text: shown.bestMove.move, letter: LETTER[shown.bestMove.moveValue], label: label(shown.bestMove.moveValue, shown.bestMove.remoteness) }] : []),
      onMove: (text) => this.play(text),
      onAim: (move) => this.explain(move?.text),
      onIdle: (number) => { this.reason.textContent = `Nothing can be played at ${number}.`; },
    };
    if (this.line) this.line.show(board, options);
    else this.line = drawLine(this.place, board, options);
    this.explain(null);
  }

  /** Says why the move that one points at is worth what it is. */
  explain(text) {
    const { analysis, board } = this.here;
    const judged = this.values && text ? (analysis?.moves ?? [analysis?.bestMove]).find((move) => move?.move === text) : null;
    this.judged.mark(text ?? null);
    if (judged) put(this.reason, chip(judged), el('strong', { text: ` ${judged.move} ` }), judged.why);
    else if (text) this.reason.textContent = text;
    else this.reason.textContent = board.turn === 'over' || board.turn === 'both' ? '' : 'Point at a number to see what it is worth, and click to play it.';
    if (!text && !this.values && typeof board.turn === 'number') this.reason.textContent = 'Think first: values are hidden.';
  }

  /** Shows on the line what a move of the list would do. */
  pointAt(text) {
    this.line.preview(text === null ? null : this.here.board.moves.flat().find((move) => move.text === text) ?? null);
  }

  paintChart() {
    const line = this.here.line();
    this.chartPanel.hidden = !this.values || line.length < 2;
    if (!this.chartPanel.hidden) this.chart.show(line.map((node) => node.point ?? null), this.here.ply, line.slice(1).map((node) => node.move));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (target.matches?.('input, textarea, select') || target.closest?.('[role="slider"]')) {
      if (event.key === 'Escape' && target === this.typed) this.typed.blur();
      return;
    }
    if (event.key === 'Tab') this.pointed = false;
    // With the keyboard on the number line the arrows go along the numbers.
    if (target.closest?.('.cells') && !this.pointed && /^(Arrow|Home|End)/.test(event.key)) return;
    const acts = {
      ArrowLeft: () => this.back(), ArrowRight: () => this.forward(), ArrowUp: () => this.beside(-1), ArrowDown: () => this.beside(1),
      Home: () => this.to(this.root), End: () => this.to(this.here.line().at(-1)),
      h: () => this.hints.climb(event.shiftKey ? 2 : 1), H: () => this.hints.climb(2), v: () => this.showValues(!this.values), c: () => this.share(), Delete: () => this.branches.cut(),
    };
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    } else if (/^[\d+-]$/.test(event.key)) this.typed.focus();
  }
}
