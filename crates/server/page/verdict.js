// The value of a position in one sentence, with the reason.

import { el } from './kit.js';

/** @import { Analysis } from '../page-types/wire.js' */

export class Verdict {
  constructor() {
    this.headline = el('h2.headline', { testid: 'headline' });
    this.why = el('p.why', { testid: 'why' });
    this.facts = el('p.faint.small.facts');
    this.root = el('section.panel.verdict', { 'aria-label': 'Value of the position' }, this.headline, this.why,
      this.facts);
  }

  /**
   * @param {boolean} shown whether values are shown
   * @param {Analysis} [analysis] the analysis, if known
   * @param {string} [unsolved] why there will be none
   */
  show(shown, analysis, unsolved) {
    this.headline.classList.toggle('thinking', shown && !analysis && !unsolved);
    if (!shown)
      this.say('Values are hidden',
        'Find the best move yourself, or ask for hints. The Values button shows them again.');
    else if (!analysis) this.say(unsolved ? 'Too large to solve here' : 'Thinking …', unsolved ?? '');
    else {
      const { turn, headline, why, nimber } = analysis;
      const over = turn === 'over';
      this.say(headline, over ? '' : why,
        nimber === null || over ? '' : `Nimber ${nimber} (0 means that the player to move loses)`);
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
