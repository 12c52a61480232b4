// What a player should know before a game: whom the variant favours, which is told on request only, where that seats a
// person against the computer, and what the computer cannot do.

import { announce, button, el, put, reason } from './kit.js';
import { ask } from './question.js';

/** @import { Question } from '../page-types/wire.js' */

export class Odds {
  /**
   * @param {(set: string[]) => void} onEven called when the player wants the variant that is closest to even
   * @param {(error: unknown, again: () => unknown) => void} onMiss called when there was no answer
   */
  constructor(onEven, onMiss) {
    this.onEven = onEven;
    this.onMiss = onMiss;
    this.game = '';
    /** @type {Question} */
    this.variant = { set: [] };
    /** What a computer cannot do in the variant. */
    this.shortfall = el('p.shortfall.small', { role: 'status', testid: 'shortfall' });
    this.told = el('div.stack.small', { testid: 'odds-told' });
    this.root = el('details', { testid: 'odds' }, el('summary', { text: 'Who has the better chances?' }), this.told);
    this.root.addEventListener('toggle', () => this.root.open && this.tell());
  }

  /**
   * The variant is another one: what was told about the last one is gone.
   * @param {string} game
   * @param {Question} variant
   */
  about(game, variant) {
    if (game === this.game && JSON.stringify(variant) === JSON.stringify(this.variant)) return;
    this.game = game;
    this.variant = variant;
    this.root.open = false;
    put(this.told);
  }

  /** Tells about another variant at once, because the player has asked before. */
  open() {
    this.root.open = true;
    this.root.querySelector('summary')?.focus();
  }

  /** Says whom the variant favours, and offers the one that is closest to even. */
  async tell() {
    const { game, variant } = this;
    if (!this.told.childElementCount) put(this.told, el('p.faint', { text: 'Thinking…' }));
    try {
      const { text, even } = await ask(game, 'odds', variant);
      if (variant !== this.variant) return;
      put(this.told, el('p', { text }), even ? el('p', { text: even.text }) : null,
        even && !even.here ? button(`Play ${even.name}`, 'take-even', () => this.onEven(even.set), { class: 'pill' })
          : null);
      announce([text, even?.text ?? ''].join(' '));
    } catch (error) {
      if (variant !== this.variant) return;
      put(this.told, el('p', { text: reason(error) }));
      this.onMiss(error, () => variant === this.variant && this.root.open && this.tell());
    }
  }

  /**
   * Where a person sits against a computer unless they choose; null where nobody knows. Also says what the computer cannot
   * do.
   * @param {string | null} player null for a person
   * @param {() => unknown} again called where the answer is late
   * @returns {Promise<number | null>}
   */
  async seat(player, again) {
    const { variant } = this;
    const missed = (/** @type {unknown} */ error) => {
      this.onMiss(error, () => variant === this.variant && again());
      return null;
    };
    const known = player ? await ask(this.game, 'seating', { ...variant, player }).catch(missed) : null;
    if (variant === this.variant) this.shortfall.textContent = known?.shortfall ?? '';
    return known?.seat ?? null;
  }
}
