// The ladder of hints for a position: every step says a little more than the one before.

import { announce, el, put, reason, toast } from './kit.js';

/** @import { Hint } from '../page-types/wire.js' */

// The topics of the steps.
const RUNGS = ['Is it won?', 'Where to look', 'Which move', 'Why'];

export class Ladder {
  /** @param {(rung: number, seat?: number) => Promise<Hint>} ask asks the server for a hint for a seat */
  constructor(ask) {
    this.ask = ask;
    this.root = el('ol.hints', { 'aria-label': 'Hints', testid: 'hints' });
    this.climbs = 0;
    this.rung = 0;
    /** @type {number | undefined} */
    this.seat = undefined;
  }

  /** Starts over with another position. */
  forget() {
    this.rung = 0;
    this.seat = undefined;
    this.climbs += 1;
    put(this.root);
  }

  /**
   * The topic of a seat's next step, or null at the top. Each seat has its own ladder.
   * @param {number} [seat]
   */
  next(seat) {
    return RUNGS[this.seat === seat ? this.rung : 0] ?? null;
  }

  /**
   * The next step.
   * @param {number} [seat]
   */
  async climb(seat) {
    if (this.seat !== seat) this.forget();
    this.seat = seat;
    if (this.rung >= RUNGS.length) return;
    const mine = this.climbs;
    this.rung += 1;
    const { rung } = this;
    try {
      const { text, nimbers } = await this.ask(rung, seat);
      if (mine !== this.climbs) return;
      this.root.append(
        el('li', { testid: `hint-${rung}` }, el('span.faint.small', { text: RUNGS[rung - 1] }),
          el('span', {}, text, nimbers ? [' ', explained(nimbers)] : null)),
      );
      announce(text);
    } catch (error) {
      if (mine !== this.climbs) return;
      this.rung -= 1;
      toast(reason(error), 'error');
    }
  }
}

/**
 * In a window of its own, because the game goes on.
 * @param {string} lesson
 */
function explained(lesson) {
  return el('a', { href: `/learn/${lesson}`, target: '_blank', text: 'What is a nimber?', testid: 'nimbers' });
}
