// How the line to the server is: shown for the eye, and said where it matters.

import { announce, el } from './kit.js';

/** How long an answer may take before one is told that it is being waited for. */
export const SLOW = 250;

export class Status {
  constructor() {
    this.root = el('p.status', { testid: 'linkStatus' });
    this.down = false;
    this.slow = 0;
  }

  /**
   * @param {string} kind as the link names it
   * @param {string} text
   */
  show(kind, text) {
    clearTimeout(this.slow);
    const tell = () => {
      this.root.dataset.kind = kind;
      this.root.textContent = text;
    };
    if (kind === 'sending') this.slow = setTimeout(tell, SLOW);
    else tell();
    // The seconds are counted for the eye only.
    const down = kind === 'lost' || kind === 'offline';
    if (down && !this.down) announce('The connection is lost. It comes back by itself.');
    if (this.down && kind === 'on') announce('Connected again.');
    this.down = down || (this.down && kind !== 'on');
  }
}
