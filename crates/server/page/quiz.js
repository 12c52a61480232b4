// A question about a position: the board, the ways to answer, and what is said to an answer. Lessons, puzzles, drills and
// predictions ask with it. What is right, and every word about it, comes from the server.

import { Line } from './board.js';
import { Hand, smallHand } from './cards.js';
import { near } from './geometry.js';
import { announce, button, el, form, put, reason, toast } from './kit.js';
import { emblem } from './marks.js';
import { ask, inVariant, listOf } from './question.js';
import { whoseTurn } from './standing.js';
import { WHOLE } from './viewport.js';

/**
 * @import { AskedOf, Board, Reply, Stand } from '../page-types/wire.js'
 * @typedef {object} Asking what is asked, and who judges it
 * @property {string} game
 * @property {Stand | null} board
 * @property {AskedOf | null} asked nothing where there is only something to look at
 * @property {(answer: string, turns: string[]) => Promise<Reply>} [judge]
 * @property {(given: number, turns: string[]) => Promise<string>} [hint]
 * @property {(turns: string[]) => Promise<string>} [solve] gives up, and tells the answer
 * @property {(reply: Reply | null) => void} [onDone] called once the question is done with; null if it was given up
 */

/** @type {Record<string, string>} */
const EXAMPLES = { several: 'such as 2, 4, 6', number: 'a whole number', chance: 'such as 1/3 or 40%' };

export class Quiz {
  constructor() {
    this.question = el('p.quiz-question', { tabindex: '-1', testid: 'question' });
    this.whose = el('p.whose.small');
    this.place = el('div.line-place');
    this.cards = el('div.quiz-cards', { hidden: true });
    this.ways = el('div.quiz-ways', { testid: 'ways' });
    this.said = el('div.said', { testid: 'said' });
    this.hints = el('ol.hints', { 'aria-label': 'Hints', testid: 'quiz-hints' });
    this.help = el('div.row.quiz-help');
    this.root = el('div.quiz', {}, this.question, this.whose, this.place, this.cards, this.ways, this.said, this.hints,
      this.help);
    this.line = new Line(this.place);
    this.hand = new Hand(this.cards, (text) => this.answer(text));
    this.turn = 0;
    /** @type {string[]} The turns played on this board. */
    this.turns = [];
    this.given = 0;
    /** @type {Asking | null} */
    this.asking = null;
    /** @type {Board | null} */
    this.board = null;
  }

  remove() {
    this.turn += 1;
    this.line.remove();
  }

  /**
   * Shows a question.
   * @param {Asking} asking
   */
  async show(asking) {
    const mine = ++this.turn;
    this.asking = asking;
    this.turns = [];
    this.given = 0;
    this.busy = false;
    this.done = !asking.asked;
    put(this.said);
    put(this.hints);
    const { asked } = asking;
    this.question.hidden = !asked;
    this.question.textContent = asked
      ? `${asked.question.replace(/[.?!]$/, '')}${/\?$/.test(asked.question) ? '?' : '.'}` : '';
    this.place.hidden = !asking.board;
    this.whose.hidden = !asking.board;
    this.cards.hidden = true;
    put(this.ways);
    put(this.help);
    this.root.setAttribute('aria-busy', 'true');
    if (asking.board) await this.draw();
    if (mine !== this.turn) return;
    this.root.removeAttribute('aria-busy');
    this.showWays();
    this.showHelp();
  }

  /**
   * The board after the turns so far, and after further ones.
   * @param {string[]} further
   */
  async draw(further = []) {
    const mine = this.turn;
    const { game, board: stand, asked } = /** @type {Asking} */ (this.asking);
    if (!stand) return;
    const moves = [...this.turns, ...further];
    const board = await ask(game, 'board', { ...inVariant(stand.settings), position: stand.position,
      moves: moves.length ? listOf(moves) : null, cells: WHOLE });
    if (mine !== this.turn) return;
    this.board = board;
    const live = asked && !this.done && !further.length && (asked.form === 'board' || asked.form === 'several');
    put(this.whose, typeof board.turn === 'number' ? emblem(board.turn) : null,
      el('span', { text: board.ending ?? this.role(board) }));
    this.line.show(board, { seat: live ? asked.seat : null, onMove: (text) => this.pointed(text),
      last: near(board, board.lastPly?.cells), blocked: near(board, board.lastPly?.blocked),
      landmarks: board.landmarks.map((mark) => ({ ...mark, cell: near(board, [mark.cell])[0] })) });
    this.showCards(board, Boolean(live));
  }

  /** @param {Board} board */
  role(board) {
    const seat = this.asking?.asked?.seat;
    if (!seat || board.turn === 'over') return whoseTurn(board);
    return board.turn === seat || board.turn === 'both' ? `You are Player ${seat}.` : whoseTurn(board);
  }

  /**
   * @param {Board} board
   * @param {boolean} live
   */
  showCards(board, live) {
    this.cards.hidden = !board.hands;
    const seat = this.asking?.asked?.seat ?? 1;
    this.others?.remove();
    if (!board.hands) return;
    this.others = el('p.row.small', {}, emblem(3 - seat), el('span', { text: `Player ${3 - seat} has` }),
      smallHand(board.hands[2 - seat], 3 - seat));
    this.cards.prepend(this.others);
    this.hand.show(board.hands[seat - 1], live ? board.moves[seat - 1] : [], seat, null);
    // The shares of a mix have their own fields.
    if (this.asking?.asked?.form === 'mix') this.hand.root.hidden = true;
  }

  /** Shows the ways to answer, where that is not on the board. */
  showWays() {
    const asked = this.asking?.asked;
    if (!asked || asked.form === 'board') return;
    if (asked.form === 'words') {
      const words = asked.words.map(({ answer, label }) =>
        button(label, `answer-${answer}`, () => this.answer(answer))
      );
      return put(this.ways, el('div.row', { role: 'group', 'aria-label': asked.question }, words));
    }
    if (asked.form === 'mix') return put(this.ways, this.shares());
    this.input = el('input', { type: 'text', 'aria-label': 'Your answer', autocomplete: 'off', spellcheck: 'false',
      inputmode: asked.form === 'number' ? 'numeric' : 'text', placeholder: EXAMPLES[asked.form] ?? '',
      testid: 'answer', maxlength: 200 });
    const { input } = this;
    put(this.ways,
      form({ class: 'type-move' }, () => input.value.trim() && this.answer(input.value.trim()), input,
        el('button.main', { text: 'Answer', testid: 'answer-go' })));
  }

  /** A field for the share of each card. */
  shares() {
    const seat = this.asking?.asked?.seat ?? 1;
    const cards = this.board?.moves[seat - 1] ?? [];
    const inputs = cards.map(({ text }) =>
      el('input', { type: 'number', min: 0, max: 9999, value: '0', inputmode: 'numeric',
        'aria-label': `Share of ${text}`, testid: `share-${text}` })
    );
    const submit = () => {
      const mix = cards.map(({ text }, place) => [text, inputs[place].value || '0']).filter(([, share]) =>
        share !== '0'
      );
      if (mix.length) this.answer(mix.map((part) => part.join(':')).join(', '));
      else inputs[0]?.focus();
    };
    return form({ class: 'shares' }, submit,
      cards.map(({ text }, place) => el('label.share', {}, el('span.mix-card', { text }), inputs[place])),
      el('button.main', { text: 'Answer', testid: 'answer-go' }));
  }

  /**
   * A move was pointed at: it is the answer, or one of several.
   * @param {string} text
   */
  pointed(text) {
    if (this.asking?.asked?.form !== 'several' || !this.input) return this.answer(text);
    const named = this.input.value.split(',').map((part) => part.trim()).filter(Boolean);
    const others = named.filter((part) => part !== text);
    this.input.value = (others.length < named.length ? others : [...named, text]).join(', ');
    announce(`Named: ${this.input.value || 'nothing'}.`);
  }

  /** @param {string} text */
  async answer(text) {
    const { asking } = this;
    if (!asking?.judge || this.done || this.busy) return;
    const mine = this.turn;
    this.busy = true;
    this.root.setAttribute('aria-busy', 'true');
    try {
      const reply = await asking.judge(text, this.turns);
      if (mine !== this.turn) return;
      this.done = reply.done;
      // Another position has hints of its own: the next one, or the first one after a lost game.
      if (reply.right ? reply.turns.length : reply.turns.length < this.turns.length) {
        this.turns = reply.turns;
        this.given = 0;
        put(this.hints);
      }
      put(this.said, reply.said.map((line) => el('p', { class: reply.right ? 'right' : 'not', text: line })));
      announce(reply.said.join(' '));
      // The last move stays on the board where the answer was one.
      const shown = reply.right && asking.asked?.form === 'board' && !reply.turns.length && this.board?.turn !== 'both';
      await this.draw(reply.right ? shown ? [text] : [] : reply.punished);
      if (mine !== this.turn) return;
      if (!reply.right && reply.punished.length) this.offerAgain(reply.punished);
      if (!reply.done && reply.right) this.line.focus();
      if (reply.done) this.finish(reply);
    } catch (error) {
      if (mine !== this.turn) return;
      put(this.said, el('p.not', { testid: 'refused', text: reason(error) }));
      announce(reason(error));
    } finally {
      if (mine === this.turn) this.busy = false;
      this.root.removeAttribute('aria-busy');
    }
  }

  /**
   * The board shows what punishes a wrong move, until the learner has seen it.
   * @param {string[]} turns
   */
  offerAgain(turns) {
    const [own, answer] = turns.length > 1 ? turns : [turns[0], ''];
    const what = answer ? `On the board: ${own}, and the reply ${answer}.` : `On the board: ${own}.`;
    const again = button('Try again', 'again', async () => {
      put(this.said);
      await this.draw();
      this.focus();
    }, { class: 'main' });
    this.said.append(el('p.row', {}, el('span.faint.small', { text: what, testid: 'punished' }), again));
    again.focus();
  }

  /** @param {Reply | null} reply */
  finish(reply) {
    this.done = true;
    put(this.ways);
    put(this.help);
    this.asking?.onDone?.(reply);
  }

  showHelp() {
    const { asking } = this;
    if (!asking?.asked) return;
    put(this.help, asking.hint ? button('Hint', 'quiz-hint', () => this.ask()) : null,
      asking.solve ? button('Show the answer', 'quiz-show', () => this.give(), { class: 'quiet' }) : null);
  }

  async ask() {
    const mine = this.turn;
    try {
      const text = await this.asking?.hint?.(this.given, this.turns);
      if (mine !== this.turn || !text) return;
      this.given += 1;
      if (![...this.hints.children].some((row) => row.textContent === text)) this.hints.append(el('li', { text }));
      announce(text);
    } catch (error) {
      toast(reason(error), 'error');
    }
  }

  async give() {
    const mine = this.turn;
    try {
      const text = await this.asking?.solve?.(this.turns);
      if (mine !== this.turn || !text) return;
      this.done = true;
      put(this.said, el('p', { testid: 'solution', text }));
      announce(text);
      await this.draw();
      this.finish(null);
    } catch (error) {
      toast(reason(error), 'error');
    }
  }

  /** Moves the focus to the question, which is then read aloud; what answers it comes next. */
  focus() {
    this.question.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: 'nearest' });
  }
}
