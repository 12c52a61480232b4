// The analysis board: any position of any game, what every move is worth and why, and a tree of what was tried.

import { el, put, api, once, announce, toast, query, memory, copy } from './kit.js';
import { title, useKeys } from './app.js';
import { drawLine, emblem } from './board.js';
import { Chart } from './chart.js';
import { Mix } from './mix.js';
import { plant, movesOf, listOf, read, write, all } from './tree.js';
import { LETTER, label, inWords, headline, pointOf } from './worth.js';
import { setup } from './setting.js';
import { steps } from './steps.js';
import { paintTree } from './moves.js';
import { bodyOf, changed, chip, whoseTurn } from './standing.js';
import { Viewport, rebase } from './viewport.js';

const LONGEST_ADDRESS = 6000;
const LONGEST_TREE = 3000;
const LISTED = 120;
const MOST_BRANCHES = 20;
const AGAIN = 4000;
const RUNGS = ['Is it won?', 'Where to look', 'Which move', 'Why'];

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
    this.start = { set: asked.getAll('set'), position: asked.get('position'), first: asked.get('first') };
    this.values = memory.get('values') !== 'hidden';
    this.rung = 0;
    this.turn = 0;
    this.setting = setup(games, game, this.start);
    this.headline = el('h2', { class: 'headline', data: { testid: 'headline' } });
    this.why = el('p', { class: 'why', data: { testid: 'why' } });
    this.facts = el('p', { class: 'faint small facts' });
    this.problem = el('p', { class: 'wrong', role: 'alert', data: { testid: 'study-problem' } });
    this.whose = el('p', { class: 'whose', data: { testid: 'whose-turn' } });
    this.place = el('div', { class: 'line-place' });
    this.reason = el('p', { class: 'reason', role: 'status', data: { testid: 'reason' } });
    this.typed = el('input', { type: 'text', 'aria-label': 'Type a move', placeholder: `a move, such as ${game.example ?? '5'}`, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'go', data: { testid: 'typed-move' } });
    this.toggle = el('button', { type: 'button', 'aria-pressed': 'true', data: { testid: 'values' }, on: { click: () => this.showValues(!this.values) } }, 'Values');
    this.hinting = el('div', { class: 'row', data: { testid: 'hint-buttons' } });
    this.hints = el('ol', { class: 'hints', 'aria-label': 'Hints', data: { testid: 'hints' } });
    this.list = el('div', { class: 'move-list', role: 'list', 'aria-label': 'Moves, best first', data: { testid: 'moves' } });
    this.listHead = el('h2', { text: 'Moves' });
    this.tree = el('div', { class: 'tree', role: 'group', 'aria-label': 'Moves that were tried', data: { testid: 'tree' } });
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
        el('section', { class: 'panel' }, el('div', { class: 'row between' }, el('h2', { text: 'Line and branches' }), this.pruning()), this.tree)),
      el('div', { class: 'study-side' },
        el('section', { class: 'panel verdict', 'aria-label': 'What it is worth' }, this.headline, this.why, this.facts),
        el('section', { class: 'panel hint-panel', 'aria-label': 'Hints' }, this.hinting, this.hints),
        el('section', { class: 'panel moves-panel' }, this.listHead, this.list)));
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

  pruning() {
    this.promote = el('button', { type: 'button', class: 'quiet slim', text: 'Make it the main line', data: { testid: 'promote' }, on: { click: () => { this.here.promote(); this.paint(); this.write(); } } });
    this.prune = el('button', { type: 'button', class: 'quiet slim', text: 'Take away', title: 'Take this move and what follows away (Del)', data: { testid: 'prune' }, on: { click: () => this.cut() } });
    return el('div', { class: 'row' }, this.promote, this.prune);
  }

  /** Goes to where the address says. */
  async begin(asked) {
    this.root = asked.get('tree') ? read(asked.get('tree')) : plant();
    let node = this.root;
    for (const move of movesOf(asked.get('moves') ?? '')) node = node.play(move);
    // An address may have been written by hand: moves are taken as the game writes them.
    if (node !== this.root) {
      try {
        const board = await this.ask('board', node);
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

  /** The question that a node stands for, as pairs. */
  pairs(node, more = []) {
    const moves = node.path();
    return [
      ...this.start.set.map((setting) => ['set', setting]), ['position', this.start.position], ['first', this.start.first],
      ['moves', moves.length ? listOf(moves) : null], ...more,
    ];
  }

  /** Asks the server about a position. What does not fit into an address is sent. */
  ask(what, node, more = [], signal = undefined) {
    const pairs = this.pairs(node, more).filter(([, value]) => value !== null && value !== undefined && value !== '');
    const path = `/api/games/${this.game.slug}/${what}`;
    const address = path + query(pairs);
    const text = what === 'board';
    const asked = address.length <= LONGEST_ADDRESS ? api(address, { signal, text }) : api(path, { signal, text, body: bodyOf(pairs) });
    return text ? asked.then(rebase) : asked;
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
        const boards = await Promise.all(around.map((each) => this.ask('board', each, window.pairs, signal)));
        // What the last move changed is seen against the position before it.
        around.forEach((each, place) => { each.board = Object.assign(boards[place], { window: window.key }); });
      }
      if (mine !== this.turn) return;
      if (this.here !== node) this.rung = 0;
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
      try {
        node.analysis = await this.ask('analysis', node, [], signal);
        node.point = { ...node.point, ...pointOf(node.analysis) };
      } catch (error) {
        if (error.name === 'AbortError') throw error;
        // A server that is busy or away is asked again; what is too large stays so.
        if (error.status === 422) node.unsolved = error.message;
        else this.again(node, error);
      }
      if (mine !== this.turn) return;
      this.paint();
    }
    await this.lookBack(node.line(), mine, signal);
    const ends = [...all(this.root)].filter((each) => each.children.length === 0);
    for (const end of ends.slice(0, MOST_BRANCHES)) await this.lookBack(end.line(), mine, signal);
  }

  /** Says what is in the way, and asks again in a while. */
  again(node, error) {
    this.problem.textContent = error.message;
    clearTimeout(this.later);
    this.later = setTimeout(() => { if (this.here === node) this.to(node); }, AGAIN);
  }

  /** Finds out what the moves of a line were worth. */
  async lookBack(line, mine, signal) {
    if (mine !== this.turn || line.length < 2 || line.every((each) => each.reviewed)) return;
    try {
      const review = await this.ask('review', line.at(-1), [], signal);
      line.forEach((each, ply) => {
        const point = review.chart[ply];
        const known = point.value !== null || point.p1WinProbability !== null;
        each.point = { ...(known ? point : { ...point, ...each.point }), mistake: point.mistake };
        each.judged = ply > 0 ? review.plies[ply - 1].moves : [];
        each.reviewed = true;
      });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      // The chart has gaps then; everything else is there.
      for (const each of line) each.reviewed = true;
    }
    if (mine === this.turn) this.paint();
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

  cut() {
    if (this.here.parent) this.to(this.here.cut());
  }

  showValues(shown) {
    this.values = shown;
    memory.set('values', shown ? null : 'hidden');
    announce(shown ? 'Values are shown.' : 'Values are hidden.');
    this.to(this.here);
  }

  /** The next step of the ladder, for the seat to move or the one that asks. */
  async hint(seat) {
    const node = this.here;
    const { turn } = node.board;
    if (turn === 'over') return;
    const who = turn === 'both' ? seat ?? 1 : turn;
    if (this.hintedSeat !== who || this.hinted !== node || this.rung === 0) put(this.hints);
    if (this.hintedSeat !== who || this.hinted !== node) this.rung = 0;
    [this.hinted, this.hintedSeat] = [node, who];
    if (this.rung >= RUNGS.length) return;
    const rung = ++this.rung;
    try {
      const { text } = await this.ask('hint', node, [['rung', rung], ['seat', who]]);
      if (this.here !== node) return;
      this.hints.append(el('li', { data: { testid: `hint-${rung}` } }, el('span', { class: 'faint small', text: RUNGS[rung - 1] }), el('span', { text })));
      announce(text);
    } catch (error) {
      this.rung -= 1;
      toast(error.message, 'error');
    }
    this.paintHints();
  }

  async share() {
    const done = await copy(location.href);
    toast(done ? 'The link is copied.' : 'The link stands in the address bar.');
  }

  /** Lets the address say where one is. */
  write() {
    const tree = write(this.root);
    const path = this.here.path();
    const plain = tree === path.join('; ') || tree === '';
    const kept = plain || tree.length > LONGEST_TREE ? null : tree;
    const address = `/study/${this.game.slug}${query([...this.pairs(this.here), ['tree', kept]])}`;
    if (address.length < LONGEST_ADDRESS * 2) history.replaceState(null, '', address);
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
    this.paintVerdict(shown, unsolved);
    this.paintMoves(shown);
    this.paintHints();
    this.paintChart();
    this.promote.disabled = !this.here.parent || onMain(this.here);
    this.prune.disabled = !this.here.parent;
    paintTree(this.tree, this.root, this.here, this.values, (node) => this.to(node));
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
    for (const row of this.list.children) row.classList?.toggle('pointed', row.dataset.move === text && text !== null);
    if (judged) put(this.reason, chip(judged), el('strong', { text: ` ${judged.move} ` }), judged.why);
    else if (text) this.reason.textContent = text;
    else this.reason.textContent = board.turn === 'over' || board.turn === 'both' ? '' : 'Point at a number to see what it is worth, and click to play it.';
    if (!text && !this.values && typeof board.turn === 'number') this.reason.textContent = 'Think first: values are hidden.';
  }

  paintVerdict(shown, unsolved) {
    const thinking = this.values && !shown && !unsolved;
    this.headline.textContent = !this.values ? 'Values are hidden' : shown ? headline(shown) : unsolved ? 'Too large to be solved here' : 'Thinking …';
    this.why.textContent = !this.values ? 'Find the best move yourself, or climb the hint ladder. Press v to see the values.' : shown ? (shown.turn === 'over' ? '' : shown.why) : unsolved ?? '';
    this.facts.textContent = shown && shown.nimber !== null && shown.turn !== 'over' ? `Nimber ${shown.nimber}` : '';
    this.headline.classList.toggle('thinking', thinking);
  }

  paintMoves(shown) {
    const moves = shown?.moves ?? (shown?.bestMove ? [shown.bestMove] : []);
    this.list.closest('.moves-panel').hidden = !moves.length;
    this.listHead.textContent = shown?.bestMove ? 'The best of many moves' : `${moves.length === 1 ? 'The only move' : `${moves.length} moves, best first`}`;
    if (this.listed === shown && this.list.childElementCount) return;
    this.listed = shown;
    const rows = (from, until) => moves.slice(from, until).map((move) => this.moveRow(move));
    put(this.list, rows(0, LISTED), this.more(moves, LISTED, rows));
  }

  more(moves, from, rows) {
    if (moves.length <= from) return null;
    const button = el('button', { type: 'button', class: 'quiet', text: `Show ${Math.min(LISTED, moves.length - from)} more of ${moves.length - from}`, on: {
      click: () => { button.replaceWith(...rows(from, from + LISTED), ...[this.more(moves, from + LISTED, rows)].filter(Boolean)); },
    } });
    return button;
  }

  moveRow(move) {
    const target = this.here.board.moves.flat().find((candidate) => candidate.text === move.move) ?? null;
    const point = (on) => this.line.preview(on ? target : null);
    const nimber = move.nimber === null ? null : el('span', { class: 'faint small nim', title: 'The nimber it leaves', text: `nimber ${move.nimber}` });
    return el('div', { role: 'listitem', class: 'move-row', data: { move: move.move } },
      el('button', {
        type: 'button', class: 'move-play', 'aria-label': `${move.move}: ${inWords(move.moveValue, move.remoteness)}. ${move.why}`, data: { testid: 'judged', move: move.move, value: move.moveValue },
        on: { click: () => this.play(move.move), pointerenter: () => point(true), pointerleave: () => point(false), focus: () => point(true), blur: () => point(false) },
      }, el('span', { class: 'move-top' }, chip(move), el('strong', { text: move.move }), nimber), el('span', { class: 'move-why', text: move.why })));
  }

  paintHints() {
    const { turn } = this.here.board;
    if (this.hinted !== this.here) put(this.hints);
    const climbed = this.hinted === this.here ? this.rung : 0;
    const next = climbed < RUNGS.length ? RUNGS[climbed] : null;
    const button = (seat, text) => {
      const mine = this.hintedSeat === seat || seat === undefined || climbed === 0;
      const step = mine ? next : RUNGS[0];
      return el('button', { type: 'button', disabled: step === null, data: { testid: seat ? `hint-${seat}-ask` : 'hint' }, on: { click: () => this.hint(seat) } }, text, el('span', { class: 'faint small', text: step ?? 'that is all' }));
    };
    this.hinting.closest('.panel').hidden = turn === 'over';
    const focused = this.hinting.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
    put(this.hinting, turn === 'both' ? [1, 2].map((seat) => button(seat, `Hint for Player ${seat}`)) : button(undefined, 'Hint'));
    if (focused) this.hinting.querySelector(`[data-testid="${focused}"]`)?.focus();
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
      h: () => this.hint(event.shiftKey ? 2 : undefined), H: () => this.hint(2), v: () => this.showValues(!this.values), c: () => this.share(), Delete: () => this.cut(),
    };
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    } else if (/^[\d+-]$/.test(event.key)) this.typed.focus();
  }
}

/** Whether a node lies on the main line. */
function onMain(node) {
  for (let each = node; each.parent; each = each.parent) if (each.parent.children[0] !== each) return false;
  return true;
}
