// A match looked at again: what each move was worth, how well each player played, and every mistake to be tried once more.

import { el, put, api, announce, toast, query } from './kit.js';
import { title, useKeys } from './app.js';
import { changed, drawLine } from './board.js';
import { emblem } from './marks.js';
import { Chart } from './chart.js';
import { Mix } from './mix.js';
import { steps } from './steps.js';
import { listOf } from './tree.js';
import { rebase } from './viewport.js';
import { LETTER, label, glyph, blame, better, wanted, pointInWords, share } from './worth.js';

const KEYS = [
  ['← →', 'one move back or on'],
  ['Home End', 'to the start, to the end'],
  ['n p', 'to the next mistake, to the one before'],
  ['r', 'try the mistakes again'],
  ['Esc', 'end the retry'],
];

/** Shows the review of a room, or asks for a record. */
export async function show(main, { parts: [room], query: asked }) {
  if (!room && !asked.get('game')) return void form(main);
  const review = room
    ? await api(`/api/rooms/${room}/review${query([['round', asked.get('round')]])}`)
    : await api(`/api/games/${asked.get('game')}/review${query([...asked].filter(([name]) => name !== 'game'))}`);
  return open(main, review, room ? `/r/${room}` : null);
}

function open(main, review, back) {
  const page = new Review(main, review, back);
  page.to(0);
  return () => page.leave();
}

/** Asks for a record to look at. */
function form(main) {
  title('Review');
  const text = el('textarea', { rows: 10, spellcheck: 'false', 'aria-label': 'A record', data: { testid: 'record-text' }, placeholder: '[Game "siege"]\n[Variant "length=10 step=3"]\n…\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  let leave = null;
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = '';
    try {
      leave = open(main, await api('/api/review', { body: { record: text.value } }), null);
    } catch (error) {
      wrong.textContent = error.message;
      text.focus();
    }
  };
  const file = el('input', { type: 'file', accept: '.txt,text/plain', 'aria-label': 'A record file', on: { change: async () => { text.value = (await file.files[0]?.text()) ?? ''; } } });
  put(main, el('form', { class: 'panel record-form', on: { submit } },
    el('h1', { text: 'Review a game' }),
    el('p', { class: 'faint', text: 'Paste a record, as numberline play --record writes it or a finished game here lets you download. Every move is judged, and every mistake can be tried again.' }),
    text, file, wrong,
    el('div', { class: 'row end' }, el('button', { class: 'main', text: 'Review', data: { testid: 'review-record' } }))));
  return () => leave?.();
}

class Review {
  constructor(main, review, back) {
    this.review = review;
    this.ply = 0;
    this.boards = new Map();
    this.mistakes = review.plies.flatMap((ply, place) => ply.moves.filter((move) => move.mistake).map((move) => ({ ...move, place })));
    this.turn = 0;
    this.place = el('div', { class: 'line-place' });
    this.whose = el('p', { class: 'whose', data: { testid: 'whose-turn' } });
    this.said = el('div', { class: 'said', role: 'status', data: { testid: 'review-said' } });
    this.task = el('div', { class: 'task', hidden: true, data: { testid: 'retry' } });
    this.list = el('ol', { class: 'review-list', 'aria-label': 'Moves', data: { testid: 'review-moves' } });
    this.steps = steps([() => this.to(0), () => this.to(this.ply - 1), () => this.to(this.ply + 1), () => this.to(this.last)]);
    this.chartPanel = el('section', { class: 'panel chart-panel' }, el('h2', { text: `Value for ${review.players[0]}` }));
    this.retryButton = el('button', { type: 'button', class: 'main', data: { testid: 'retry-start' }, on: { click: () => this.retry(0) } }, this.mistakes.length === 1 ? 'Try the mistake again' : `Try ${this.mistakes.length} mistakes again`);
    const board = el('section', { class: 'panel study-board', 'aria-label': 'Position' }, this.task, this.whose, this.place);
    this.mix = new Mix(board, (text) => this.tried(text));
    board.append(this.said, el('div', { class: 'row study-bar' },
      this.steps.root,
      this.study = el('a', { class: 'button', text: 'Study this position', data: { testid: 'to-study' } }),
      back ? el('a', { class: 'button', href: back, text: 'Back to the game' }) : null));
    put(main, el('div', { class: 'study review' },
      el('header', { class: 'study-head' }, el('h1', { text: `Review: ${review.title}` }),
        el('p', { class: 'faint', text: `${review.players.join(' against ')}, ${result(review)}` })),
      el('div', { class: 'study-main' }, board, this.chartPanel),
      el('div', { class: 'study-side' },
        el('section', { class: 'panel accuracy', data: { testid: 'accuracy' } }, [1, 2].map((seat) => this.accuracy(seat)),
          this.mistakes.length ? this.retryButton : el('p', { class: 'faint', text: review.plies.some((ply) => ply.moves.length) ? 'Nobody made a mistake.' : 'None of the moves could be judged.' })),
        el('section', { class: 'panel moves-panel' }, el('h2', { text: 'Moves' }), this.list))));
    this.chart = new Chart(this.chartPanel, (ply) => this.to(ply));
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys, true);
    this.pointing = () => { this.pointed = true; };
    document.addEventListener('pointerdown', this.pointing, true);
    useKeys(KEYS);
    title(`Review of ${review.title}`);
    this.paintList();
  }

  leave() {
    document.removeEventListener('keydown', this.keys, true);
    document.removeEventListener('pointerdown', this.pointing, true);
    this.line?.remove();
    this.chart.remove();
  }

  get last() {
    return this.review.plies.length;
  }

  accuracy(seat) {
    const { kept, moves } = this.review.accuracy[String(seat)];
    const percent = moves ? (kept === moves ? 100 : Math.round((1000 * kept) / moves) / 10) : null;
    const fill = el('span', { class: 'accuracy-fill' });
    fill.style.inlineSize = `${percent ?? 0}%`;
    return el('div', { class: `accuracy-row seat-${seat}`, data: { testid: `accuracy-${seat}` } },
      el('h3', {}, emblem(seat), ` ${this.review.players[seat - 1]}`),
      el('span', { class: 'accuracy-figure', text: percent === null ? '–' : `${percent} %` }),
      el('span', { class: 'accuracy-bar', 'aria-hidden': 'true' }, fill),
      el('p', { class: 'faint small', text: moves ? `${kept} of ${moves} ${moves === 1 ? 'move' : 'moves'} kept the value` : 'no moves to judge' }));
  }

  /** A position of the match: from where it began, after so many plies. */
  async board(ply, alone = false) {
    const key = `${ply} ${alone}`;
    if (!this.boards.has(key)) {
      const at = ply < this.last ? this.review.plies[ply].position : this.review.end;
      const moves = this.review.played.slice(0, ply);
      const set = this.review.settings.split(' ').map((setting) => ['set', setting]);
      const pairs = alone ? [...set, ['position', at]] : [...set, ['position', this.review.start], ['moves', moves.length ? listOf(moves) : null]];
      const address = `/api/games/${this.review.game}/board${query([...pairs, ['cells', innerWidth < 640 ? 24 : 60]])}`;
      this.boards.set(key, await api(address.length < 6000 ? address : `/api/games/${this.review.game}/board${query([...set, ['position', at]])}`, { text: true }).then(rebase));
    }
    return this.boards.get(key);
  }

  async to(ply) {
    const mine = ++this.turn;
    this.trying = null;
    this.ply = Math.max(0, Math.min(this.last, ply));
    try {
      const [board, before] = await Promise.all([this.board(this.ply), this.ply > 0 ? this.board(this.ply - 1) : null]);
      if (mine !== this.turn) return;
      this.paint(board, { last: changed(before, board) });
      announce(this.said.textContent);
    } catch (error) {
      if (mine === this.turn) toast(error.message, 'error');
    }
  }

  paint(board, options = {}) {
    const { trying } = this;
    put(this.whose, typeof board.turn === 'number' ? emblem(board.turn) : null, el('span', { text: whose(board, this.review.players) }), el('code', { class: 'position', text: board.position }));
    const line = { label: 'The number line', values: [], last: [], ...options };
    if (this.line) this.line.show(board, line);
    else this.line = drawLine(this.place, board, line);
    this.mix.show(trying ? board : null, null, { names: this.review.players, fixed: trying ? this.fixed(board) : undefined });
    this.task.hidden = !trying;
    this.steps.show(this.ply === 0, this.ply === this.last);
    this.chart.show(this.review.chart, this.ply, this.review.played);
    const at = this.ply < this.last ? this.review.plies[this.ply].position : this.review.end;
    this.study.href = `/study/${this.review.game}${query([...this.review.settings.split(' ').map((setting) => ['set', setting]), ['position', at]])}`;
    if (!trying) put(this.said, this.comment());
    for (const row of this.list.children) {
      const here = Number(row.dataset.ply) === this.ply;
      row.classList.toggle('here', here);
      row.querySelector('button').toggleAttribute('aria-current', here);
      if (here) this.list.scrollTop = Math.max(0, row.offsetTop - this.list.clientHeight / 2);
    }
  }

  /** What there is to say about the move that led here. */
  comment() {
    if (this.ply === 0) return el('p', { text: `At the start: ${pointInWords(this.review.chart[0])}.` });
    const { moves, notJudged } = this.review.plies[this.ply - 1];
    if (notJudged) return el('p', { text: `${this.review.played[this.ply - 1]} was not judged: ${notJudged}.` });
    return moves.map((move) => el('div', { class: move.mistake ? 'comment bad' : 'comment', data: { testid: move.mistake ? 'mistake' : 'kept' } },
      el('p', {}, el('strong', { text: `${this.review.players[move.seat - 1]}: ${move.move}${glyph(move)}` }), move.mistake ? ` ${blame(move)}.` : ' keeps the value.'),
      move.why ? el('p', { text: move.why }) : null,
      move.mistake ? el('p', { class: 'better', text: better(move) }) : null));
  }

  paintList() {
    put(this.list, this.review.plies.map(({ moves, notJudged }, place) => el('li', { data: { ply: place + 1 } },
      el('button', { type: 'button', class: 'review-move', data: { testid: 'review-move', ply: place + 1 }, on: { click: () => this.to(place + 1) } },
        el('span', { class: 'faint small number', text: `${place + 1}.` }),
        notJudged ? [el('span', { text: this.review.played[place] }), el('span', { class: 'faint small', text: 'not judged' })] : moves.map((move) => [
          emblem(move.seat), el('span', { class: 'what', text: move.move }),
          move.valueAfter ? el('span', { class: `sign value-${LETTER[move.valueAfter]}`, text: label(move.valueAfter, move.remotenessAfter) }) : el('span', { class: 'faint small', text: move.mistake ? `−${share(move.regret, 9)}` : '' }),
          move.mistake ? el('strong', { class: 'glyph', 'aria-label': 'mistake', text: glyph(move) }) : null,
        ])))));
  }

  /** Begins with a mistake, or ends when there are no more. */
  async retry(number) {
    const mistake = this.mistakes[number];
    if (!mistake) {
      this.trying = null;
      await this.to(this.last);
      put(this.said, el('p', { class: 'right', data: { testid: 'retry-done' }, text: this.mistakes.length === 1 ? 'Done: you have tried the mistake again.' : `Done: you have tried all ${this.mistakes.length} mistakes again.` }));
      announce(this.said.textContent);
      this.retryButton.focus();
      return;
    }
    const mine = ++this.turn;
    const board = await this.board(mistake.place, true);
    if (mine !== this.turn) return;
    this.ply = mistake.place;
    this.trying = { number, mistake };
    const name = this.review.players[mistake.seat - 1];
    put(this.task,
      el('p', { class: 'task-what' }, el('strong', { text: `Mistake ${number + 1} of ${this.mistakes.length}. ` }), `Move ${mistake.place + 1}: ${name} played ${mistake.move}. ${wanted(mistake)}`),
      el('div', { class: 'row' },
        el('button', { type: 'button', text: 'Show', data: { testid: 'retry-show' }, on: { click: () => this.solve() } }),
        el('button', { type: 'button', text: 'Skip', data: { testid: 'retry-skip' }, on: { click: () => this.retry(number + 1) } }),
        el('button', { type: 'button', class: 'quiet', text: 'End', data: { testid: 'retry-end' }, on: { click: () => this.to(this.ply) } })));
    put(this.said);
    this.paint(board, { seat: mistake.seat, onMove: (text) => this.tried(text) });
    announce(this.task.textContent);
    if (board.turn === 'both') this.mix.root.querySelector(`.seat-${mistake.seat} button`)?.focus();
    else this.line.focus();
  }

  /** Where both act, only the one who made the mistake tries again; the other's card is the one that was played. */
  fixed(board) {
    const cards = [null, null];
    const { seat, place } = this.trying.mistake;
    if (board.turn === 'both') cards[2 - seat] = this.review.played[place].split('/')[2 - seat];
    return cards;
  }

  async tried(text) {
    const { number, mistake } = this.trying ?? {};
    if (!mistake) return;
    const set = this.review.settings.split(' ').map((setting) => ['set', setting]);
    const { position } = this.review.plies[mistake.place];
    let judged;
    try {
      const review = await api(`/api/games/${this.review.game}/review${query([...set, ['position', position], ['moves', listOf([text])]])}`);
      judged = review.plies[0].moves.find((move) => move.seat === mistake.seat);
    } catch (error) {
      return void toast(error.message, 'error');
    }
    if (this.trying?.number !== number || !judged) return;
    if (judged.mistake) {
      put(this.said, el('p', { class: 'not', data: { testid: 'retry-wrong' } }, el('strong', { text: `Not ${judged.move}. ` }), judged.why ?? `It ${blame(judged)}.`));
      announce(this.said.textContent);
      return;
    }
    this.found(`Right: ${judged.move}. ${judged.why ?? 'It gives nothing away.'}`, 'retry-right');
  }

  solve() {
    this.found(better(this.trying.mistake), 'retry-answer');
  }

  found(text, testid) {
    const { number } = this.trying;
    const more = number + 1 < this.mistakes.length;
    const next = el('button', { type: 'button', class: 'main', text: more ? 'Next mistake' : 'Finish', data: { testid: 'retry-next' }, on: { click: () => this.retry(number + 1) } });
    put(this.said, el('p', { class: 'right', data: { testid }, text }), next);
    announce(text);
    next.focus();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (target.matches?.('input, textarea, select') || target.closest?.('[role="slider"]')) return;
    if (event.key === 'Tab') this.pointed = false;
    if (target.closest?.('.cells') && !this.pointed && /^(Arrow|Home|End)/.test(event.key)) return;
    const places = [...new Set(this.mistakes.map((mistake) => mistake.place + 1))];
    const acts = {
      ArrowLeft: () => this.to(this.ply - 1), ArrowRight: () => this.to(this.ply + 1), Home: () => this.to(0), End: () => this.to(this.last),
      n: () => this.to(places.find((place) => place > this.ply) ?? places[0] ?? this.ply),
      p: () => this.to(places.findLast((place) => place < this.ply) ?? places.at(-1) ?? this.ply),
      r: () => this.mistakes.length && this.retry(0), Escape: () => this.trying && this.to(this.ply),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

function result({ result: score, ending, players }) {
  if (score === '*') return 'unfinished';
  if (score === '1/2-1/2') return `drawn (${ending})`;
  return `won by ${players[score === '1-0' ? 0 : 1]}${ending === 'won' ? '' : ` (${ending})`}`;
}

function whose({ turn, winner }, players) {
  if (turn === 'over') return `${players[winner - 1]} has won.`;
  return turn === 'both' ? 'Both choose at once.' : `${players[turn - 1]} to move`;
}
