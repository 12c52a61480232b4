// What a position is worth, in one sentence, with the reason.

import { el } from './kit.js';
import { headline } from './worth.js';

export class Verdict {
  constructor() {
    this.headline = el('h2', { class: 'headline', data: { testid: 'headline' } });
    this.why = el('p', { class: 'why', data: { testid: 'why' } });
    this.facts = el('p', { class: 'faint small facts' });
    this.root = el('section', { class: 'panel verdict', 'aria-label': 'What it is worth' }, this.headline, this.why, this.facts);
  }

  /** shown: whether values are wanted; analysis: what is known; unsolved: why nothing will be. */
  show(shown, analysis, unsolved) {
    this.headline.classList.toggle('thinking', shown && !analysis && !unsolved);
    if (!shown) this.say('Values are hidden', 'Find the best move yourself, or climb the hint ladder. Values shows them again.');
    else if (!analysis) this.say(unsolved ? 'Too large to be solved here' : 'Thinking …', unsolved ?? '');
    else {
      const over = analysis.turn === 'over';
      this.say(headline(analysis), over ? '' : analysis.why, analysis.nimber === null || over ? '' : `Nimber ${analysis.nimber}`);
    }
  }

  say(sentence, why, facts = '') {
    this.headline.textContent = sentence;
    this.why.textContent = why;
    this.facts.textContent = facts;
  }
}
