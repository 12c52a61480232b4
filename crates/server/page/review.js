// The review of a match: what each move was worth, how well each player played, and every mistake to retry.

import { Line } from './board.js';
import { Chart } from './chart.js';
import { Forecast, predicts } from './forecast.js';
import { near } from './geometry.js';
import { useMoveKeys } from './keys.js';
import { announce, api, button, el, find, form, put, query, reason, toast } from './kit.js';
import { emblem } from './marks.js';
import { Mix } from './mix.js';
import { title, useKeys } from './nav.js';
import { ask, inMatch, inVariant } from './question.js';
import { chip, paintTurn } from './standing.js';
import { steps } from './steps.js';
import { cellsFor } from './viewport.js';
import { halves } from './words.js';

/**
 * @import { Asked, Board, Child, LineOptions, Question, Review as Reviewed, ReviewedMove } from '../page-types/wire.js'
 * @import { KeyRow } from './keys.js'
 */

/**
 * Shows the review of a room, or asks for a record.
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [room], query: asked }) {
  const game = asked.get('game');
  if (room)
    return open(main, await api(`/api/rooms/${room}/review${query({ round: asked.get('round') })}`), `/r/${room}`);
  if (!game) return askForRecord(main);
  /** @type {Question} */
  const question = { set: asked.getAll('set'), position: asked.get('position'), moves: asked.get('moves'),
    first: Number(asked.get('first')) || null };
  return open(main, await ask(game, 'review', question), null);
}

/**
 * @param {Element} main
 * @param {Reviewed} review
 * @param {string | null} back
 */
function open(main, review, back) {
  const page = new Review(main, review, back);
  page.to(0);
  return () => page.leave();
}

/**
 * Asks for a record to review.
 * @param {Element} main
 */
function askForRecord(main) {
  title('Review');
  const text = el('textarea', { rows: 10, spellcheck: 'false', 'aria-label': 'A record', testid: 'record-text',
    placeholder: '[Game "siege"]\n[Variant "length=10 step=3"]\n…\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0' });
  const wrong = el('p.wrong', { role: 'alert' });
  /** @type {(() => void) | null} */
  let leave = null;
  const submit = async () => {
    wrong.textContent = '';
    try {
      leave = open(main, await api('/api/review', { body: { record: text.value } }), null);
    } catch (error) {
      wrong.textContent = reason(error);
      text.focus();
    }
  };
  const file = el('input', { type: 'file', accept: '.txt,text/plain', 'aria-label': 'A record file' });
  file.addEventListener('change', async () => {
    text.value = await file.files?.[0]?.text() ?? '';
  });
  put(main,
    form({ class: 'panel record-form' }, submit, el('h1', { text: 'Review a game' }),
      el('p.faint', {}, 'Paste a record from numberline play --record or from the download of a finished game ',
        'here. Every move is judged, and you can retry every mistake.'), text, file, wrong,
      el('div.row.end', {}, el('button.main', { text: 'Review', testid: 'review-record' }))));
  return () => leave?.();
}

class Review {
  /**
   * @param {Element} main
   * @param {Reviewed} review
   * @param {string | null} back the link back
   */
  constructor(main, review, back) {
    this.review = review;
    this.last = review.plies.length;
    this.ply = 0;
    this.turn = 0;
    /** @type {{ number: number, exercise: Reviewed['exercises'][number] } | null} */
    this.trying = null;
    const place = el('div.line-place');
    this.line = new Line(place);
    this.whose = el('p.whose', { testid: 'whose-turn' });
    this.said = el('div.said', { role: 'status', testid: 'review-said' });
    this.task = el('div.task', { hidden: true, testid: 'retry' });
    this.steps = steps([() => this.to(0), () => this.to(this.ply - 1), () => this.to(this.ply + 1),
      () => this.to(this.last)]);
    this.study = el('a.button', { text: 'Study this position', testid: 'to-study' });
    /** The positions whose value the viewer has predicted. @type {Set<number>} */
    this.foretold = new Set();
    this.forecast = new Forecast(() => {
      this.foretold.add(this.ply);
      this.to(this.ply);
    });
    const count = review.exercises.length;
    this.retryButton = button(count === 1 ? 'Retry the mistake' : `Retry ${count} mistakes`, 'retry-start',
      () => this.retry(0), { class: 'main' });
    const none = review.plies.some((ply) => ply.moves.length) ? 'There were no mistakes.'
      : 'None of the moves could be judged.';
    const chart = el('section.panel.chart-panel', {}, el('h2', { text: `Value for ${review.players[0]}` }));
    this.rows = review.plies.map((ply, place) => this.row(ply, place));
    this.list = el('ol.review-list', { 'aria-label': 'Moves', testid: 'review-moves' }, this.rows);
    const board = el('section.panel.study-board', { 'aria-label': 'Position' }, this.task, this.whose, place);
    this.mix = new Mix(board, (text) => this.tried(text));
    board.append(this.forecast.root, this.said,
      el('div.row.study-bar', {}, this.steps.root, this.study,
        back ? el('a.button', { href: back, text: 'Back to the game' }) : null));
    put(main,
      el('div.study.review', {},
        el('header.study-head', {}, el('h1', { text: `Review: ${review.title}` }),
          el('p.faint', { text: `${review.players.join(' against ')}. ${review.endingText ?? 'Unfinished.'}` })),
        el('div.study-main', {}, board, chart),
        el('div.study-side', {},
          el('section.panel.accuracy', { testid: 'accuracy' }, this.accuracy(1), this.accuracy(2),
            count ? this.retryButton : el('p.faint', { text: none })),
          el('section.panel.moves-panel', {}, el('h2', { text: 'Moves' }), this.list))));
    this.chart = new Chart(chart, (ply) => this.to(ply));
    const places = [...new Set(review.exercises.map(({ ply }) => ply + 1))];
    const next = () => this.to(places.find((place) => place > this.ply) ?? places[0] ?? this.ply);
    const previous = () => this.to(places.findLast((place) => place < this.ply) ?? places.at(-1) ?? this.ply);
    /** @type {KeyRow[]} */
    const keys = [['← →', 'one move back or forward', { ArrowLeft: () => this.to(this.ply - 1),
      ArrowRight: () => this.to(this.ply + 1) }], ['Home End', 'first or last position', { Home: () => this.to(0),
      End: () => this.to(this.last) }], ['n p', 'next or previous mistake', { n: next, p: previous }], ['r',
      'retry the mistakes', { r: () => count && this.retry(0) }], ['Esc', 'end the retry', {
      Escape: () => this.trying && this.to(this.ply),
    }]];
    this.dropKeys = useMoveKeys(keys);
    useKeys(keys);
    title(`Review of ${review.title}`);
  }

  leave() {
    this.dropKeys();
    this.forecast.remove();
    this.line.remove();
    this.chart.remove();
  }

  /** @param {1 | 2} seat */
  accuracy(seat) {
    const { kept, moves, percent, text } = this.review.accuracy[seat];
    const fill = el('span.accuracy-fill');
    fill.style.inlineSize = `${(100 * kept) / (moves || 1)}%`;
    return el('div', { class: `accuracy-row seat-${seat}`, testid: `accuracy-${seat}` },
      el('h3', {}, emblem(seat), ` ${this.review.players[seat - 1]}`),
      el('span.accuracy-figure', { text: percent ?? '–' }), el('span.accuracy-bar', { 'aria-hidden': 'true' }, fill),
      el('p.faint.small', { text }));
  }

  /**
   * Whether the value of a position waits for the viewer's prediction.
   * @param {number} ply
   */
  veiled(ply) {
    return predicts() && ply < this.last && !this.foretold.has(ply);
  }

  /** The position before a ply, or the last one. */
  position(ply = this.ply) {
    return ply < this.last ? this.review.plies[ply].position : this.review.end;
  }

  /**
   * A position of the match, with the moves that led to it.
   * @param {number} ply
   */
  board(ply) {
    const { game, played } = this.review;
    return ask(game, 'board', { ...inMatch(this.review, played.slice(0, ply)), cells: cellsFor(innerWidth) });
  }

  /** @param {number} ply */
  async to(ply) {
    const mine = ++this.turn;
    this.trying = null;
    this.ply = Math.max(0, Math.min(this.last, ply));
    try {
      const board = await this.board(this.ply);
      if (mine !== this.turn) return;
      this.paint(board, { last: near(board, board.lastPly?.cells), blocked: near(board, board.lastPly?.blocked) });
      announce(this.said.textContent);
    } catch (error) {
      if (mine === this.turn) toast(reason(error), 'error');
    }
  }

  /**
   * @param {Board} board
   * @param {LineOptions} options
   */
  paint(board, options) {
    const { trying, review } = this;
    const { players, game, settings, chart, played } = review;
    paintTurn(this.whose, board, players);
    this.line.show(board, options);
    this.mix.show(trying ? board : null, null, players, trying ? this.fixed(board) : undefined);
    this.task.hidden = !trying;
    this.steps.show(this.ply === 0, this.ply === this.last);
    const veiled = this.veiled(this.ply) && !trying;
    this.chart.show(chart.map((point, ply) => (this.veiled(ply) ? null : point)), this.ply, played);
    this.study.href = `/study/${game}${query({ ...inVariant(settings), position: this.position() })}`;
    this.forecast.hide();
    if (!trying) put(this.said, veiled ? null : this.comment());
    if (veiled) this.forecast.ask(game, { ...inVariant(settings), position: this.position() });
    for (const [place, row] of this.rows.entries()) {
      row.classList.toggle('veiled', this.veiled(place + 1));
      const here = place + 1 === this.ply;
      row.classList.toggle('here', here);
      row.firstElementChild?.toggleAttribute('aria-current', here);
      if (here) this.list.scrollTop = Math.max(0, row.offsetTop - this.list.clientHeight / 2);
    }
  }

  /**
   * The comment on the move that led here.
   * @returns {Child}
   */
  comment() {
    const { chart, plies, played, players } = this.review;
    if (this.ply === 0) return el('p', { text: `At the start: ${chart[0].text}.` });
    const { moves, notJudged } = plies[this.ply - 1];
    if (notJudged) return el('p', { text: `${played[this.ply - 1]} was not judged: ${notJudged}.` });
    return moves.map((move) => {
      const name = el('strong', { text: `${players[move.seat - 1]}: ${move.move}${move.said?.glyph ?? ''}` });
      const why = move.why ? el('p', { text: move.why }) : null;
      if (!move.said)
        return el('div.comment', { testid: 'kept' }, el('p', {}, name, ' keeps the value.'), why);
      return el('div.comment.bad', { testid: 'mistake' }, el('p', {}, name, ` ${move.said.blame}.`), why,
        el('p.better', { text: move.said.better }), this.belief(this.ply - 1, move.seat));
    });
  }

  /**
   * The misconception that explains a mistake.
   * @param {number} ply
   * @param {number} seat
   */
  belief(ply, seat) {
    const known = this.review.misconceptions.find((each) => each.ply === ply && each.seat === seat);
    return known ? el('p.belief', { testid: 'belief', text: known.said.join(' ') }) : null;
  }

  /**
   * @param {Reviewed['plies'][number]} ply
   * @param {number} place
   */
  row({ moves, notJudged }, place) {
    const worth = (/** @type {ReviewedMove} */ move) => 'regret' in move ? null : chip(move.shortAfter);
    const what = notJudged
      ? [el('span', { text: this.review.played[place] }), el('span.faint.small', { text: 'not judged' })]
      : moves.map((
        move,
      ) => [emblem(move.seat), el('span.what', { text: move.move }), worth(move),
        move.said ? el('strong.glyph', { 'aria-label': 'mistake', text: move.said.glyph }) : null]
      );
    const number = el('span.faint.small.number', { text: `${place + 1}.` });
    return el('li', {},
      button([number, what], 'review-move', () => this.to(place + 1), { class: 'review-move',
        data: { ply: place + 1 } }));
  }

  /**
   * Starts with a mistake, or ends when there are no more.
   * @param {number} number
   */
  async retry(number) {
    const exercise = this.review.exercises[number];
    const count = this.review.exercises.length;
    if (!exercise) {
      await this.to(this.last);
      const all = count === 1 ? 'the mistake' : `all ${count} mistakes`;
      put(this.said, el('p.right', { testid: 'retry-done', text: `Done: you have retried ${all}.` }));
      announce(this.said.textContent);
      this.retryButton.focus();
      return;
    }
    const mine = ++this.turn;
    const { game, settings } = this.review;
    const { ply, seat, what, task, answer } = exercise;
    // A move is tried from the position itself, however it was reached.
    const board = await ask(game, 'board', { ...inVariant(settings), position: this.position(ply),
      cells: cellsFor(innerWidth) });
    if (mine !== this.turn) return;
    this.ply = ply;
    this.trying = { number, exercise };
    put(this.task, el('p.task-what', {}, el('strong', { text: `${what} ` }), `${task}.`),
      el('div.row', {}, button('Show', 'retry-show', () => this.found(answer, 'retry-answer')),
        button('Skip', 'retry-skip', () => this.retry(number + 1)),
        button('End', 'retry-end', () => this.to(this.ply), { class: 'quiet' })));
    put(this.said);
    this.paint(board, { seat, onMove: (text) => this.tried(text) });
    announce(this.task.textContent);
    if (board.turn === 'both') find(this.mix.root, `.seat-${seat} button`)?.focus();
    else this.line.focus();
  }

  /**
   * Where both act, only the player who made the mistake retries; the other's card is the one from the game.
   * @param {Board} board
   */
  fixed(board) {
    /** @type {(string | null)[]} */
    const cards = [null, null];
    if (this.trying && board.turn === 'both') {
      const { seat, ply } = this.trying.exercise;
      cards[2 - seat] = halves(this.review.played[ply])[2 - seat];
    }
    return cards;
  }

  /** @param {string} text */
  async tried(text) {
    const { trying } = this;
    if (!trying) return;
    const { game, settings } = this.review;
    const { seat, ply } = trying.exercise;
    try {
      const move = text.includes('/') ? halves(text)[seat - 1] : text;
      const { right, said } = await ask(game, 'try', { ...inVariant(settings), position: this.position(ply), seat,
        move });
      if (this.trying !== trying) return;
      if (right) return this.found(said, 'retry-right');
      put(this.said, el('p', { class: 'not', testid: 'retry-wrong', text: said }));
      announce(said);
    } catch (error) {
      toast(reason(error), 'error');
    }
  }

  /**
   * @param {string} text
   * @param {string} testid
   */
  found(text, testid) {
    const number = (this.trying?.number ?? 0) + 1;
    const next = button(number < this.review.exercises.length ? 'Next mistake' : 'Finish', 'retry-next',
      () => this.retry(number), { class: 'main' });
    put(this.said, el('p.right', { testid, text }), next);
    announce(text);
    next.focus();
  }
}
