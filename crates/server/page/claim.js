// The opponent has left: claim the win after a stated time, or wait.

import { button, el, put } from './kit.js';
import { nameOf } from './words.js';

/** @import { Command, Game } from '../page-types/wire.js' */

export class Claim {
  /** @param {(command: Command) => unknown} act */
  constructor(act) {
    this.root = el('div.offer', { hidden: true, testid: 'claim' });
    this.text = el('span.grow', { testid: 'claim-text' });
    this.claim = button('Claim the win', 'claim-win', () => act({ kind: 'claim' }));
    /** @type {Game['claim']} */
    this.shown = null;
    this.until = 0;
    this.name = '';
    this.ticking = setInterval(() => this.tick(), 500);
  }

  remove() {
    clearInterval(this.ticking);
  }

  /**
   * @param {Game} game
   * @param {number | null} me
   */
  show(game, me) {
    const { claim } = game;
    this.root.hidden = !claim || claim.by !== me;
    if (!claim || this.root.hidden) return put(this.root);
    // What was shown before has waited since then.
    if (this.shown !== claim) this.until = performance.now() + claim.wait;
    this.shown = claim;
    this.name = nameOf(game, 3 - claim.by);
    if (!this.root.childElementCount) put(this.root, this.text, this.claim);
    this.tick();
  }

  tick() {
    if (this.root.hidden) return;
    const left = this.until - performance.now();
    this.claim.disabled = left > 0;
    const when = left > 0 ? ` in ${Math.ceil(left / 1000)} s` : '';
    const text = `${this.name} has left. You can wait, or claim the win${when}.`;
    if (this.text.textContent !== text) this.text.textContent = text;
  }
}
