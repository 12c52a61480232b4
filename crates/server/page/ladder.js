// The ladder of hints about a position: every step says a little more than the one before.

import { el, put, announce, toast } from './kit.js';

// What the steps are about.
const RUNGS = ['Is it won?', 'Where to look', 'Which move', 'Why'];

export class Ladder {
  /** ask: asks the server for a step for a seat, and gives back `{text}`. */
  constructor(ask) {
    this.ask = ask;
    this.root = el('ol', { class: 'hints', 'aria-label': 'Hints', data: { testid: 'hints' } });
    this.forget();
  }

  /** Begins anew: another position is looked at. */
  forget() {
    this.rung = 0;
    this.seat = undefined;
    this.climbs = (this.climbs ?? 0) + 1;
    put(this.root);
  }

  /** What the next step for a seat is about, or null at the top. Each seat has a ladder of its own. */
  next(seat) {
    return RUNGS[this.seat === seat ? this.rung : 0] ?? null;
  }

  /** The next step. */
  async climb(seat) {
    if (this.seat !== seat) this.forget();
    this.seat = seat;
    if (this.rung >= RUNGS.length) return;
    const mine = this.climbs;
    const rung = ++this.rung;
    try {
      const { text } = await this.ask(rung, seat);
      if (mine !== this.climbs) return;
      this.root.append(el('li', { data: { testid: `hint-${rung}` } }, el('span', { class: 'faint small', text: RUNGS[rung - 1] }), el('span', { text })));
      announce(text);
    } catch (error) {
      if (mine !== this.climbs) return;
      this.rung -= 1;
      toast(error.message, 'error');
    }
  }
}
