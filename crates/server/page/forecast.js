// Prediction before reveal: what is about to be shown about a position is asked first, if the viewer wants that.

import { api, el, put } from './kit.js';
import { keep } from './learned.js';
import { isOn } from './options.js';
import { ask } from './question.js';
import { Quiz } from './quiz.js';

/** @import { Prediction, Question } from '../page-types/wire.js' */

/** Whether the viewer wants to predict. */
export const predicts = () => isOn('predict');

export class Forecast {
  /** @param {() => void} onDone called once everything was asked, or passed over */
  constructor(onDone) {
    this.onDone = onDone;
    this.quiz = new Quiz();
    this.root = el('section.panel.forecast', { hidden: true, 'aria-label': 'Your prediction', testid: 'forecast' },
      el('h2', { text: 'What do you think?' }), this.quiz.root,
      el('div.row.end', {},
        el('button', { type: 'button', class: 'quiet', text: 'Just show it', testid: 'forecast-skip',
          on: { click: () => this.end() } })));
    this.turn = 0;
  }

  remove() {
    this.turn += 1;
    this.quiz.remove();
  }

  /** Asks nothing any longer. */
  hide() {
    this.turn += 1;
    this.root.hidden = true;
  }

  end() {
    this.hide();
    this.onDone();
  }

  /**
   * Asks everything that can be predicted about a position.
   * @param {string} game
   * @param {Question} question
   */
  async ask(game, question) {
    const mine = ++this.turn;
    this.root.hidden = true;
    /** @type {Prediction[]} */
    let all = [];
    try {
      all = await ask(game, 'predictions', question);
    } catch {
      // What cannot be solved cannot be predicted; the page then says why.
    }
    if (mine !== this.turn) return;
    this.next(game, question, all);
  }

  /**
   * @param {string} game
   * @param {Question} question
   * @param {Prediction[]} left
   */
  async next(game, question, [first, ...left]) {
    if (!first) return this.end();
    this.root.hidden = false;
    await this.quiz.show({ game, board: null, asked: first.asked, judge: async (answer) => {
      const reply = await api(`/api/games/${game}/predict`, { body: { question, task: first.task, answer } });
      keep(reply.attempt);
      return reply;
    }, onDone: () => {
      const on = el('button.main', { type: 'button', text: left.length ? 'Next question' : 'Show the values',
        testid: 'forecast-next', on: { click: () => this.next(game, question, left) } });
      put(this.quiz.help, on);
      on.focus({ preventScroll: true });
    } });
  }
}
