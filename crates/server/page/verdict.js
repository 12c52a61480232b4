// What a position is worth, in one sentence, with the reason.

import { el } from './kit.js';

/** @import { Analysis } from '../page-types/wire.js' */

export class Verdict {
  constructor() {
    this.headline = el('h2.headline', { testid: 'headline' });
    this.why = el('p.why', { testid: 'why' });
    this.facts = el('p.faint.small.facts');
    this.root = el('section.panel.verdict', { 'aria-label': 'What it is worth' }, this.headline, this.why, this.facts);
  }

  /**
   * @param {boolean} shown whether values are wanted
   * @param {Analysis} [analysis] what is known
   * @param {string} [unsolved] why nothing will be
   */
  show(shown, analysis, unsolved) {
    this.headline.classList.toggle('thinking', shown && !analysis && !unsolved);
    if (!shown)
      this.say('Values are hidden', 'Find the best move yourself, or climb the hint ladder. Values shows them again.');
    else if (!analysis) this.say(unsolved ? 'Too large to be solved here' : 'Thinking …', unsolved ?? '');
    else {
      const { turn, headline, why, nimber } = analysis;
      const over = turn === 'over';
      this.say(headline, over ? '' : why, nimber === null || over ? '' : `Nimber ${nimber}`);
    }
  }

  /**
   * @param {string} sentence
   * @param {string} why
   */
  say(sentence, why, facts = '') {
    this.headline.textContent = sentence;
    this.why.textContent = why;
    this.facts.textContent = facts;
  }
}
