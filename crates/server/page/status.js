// The state of the connection: shown, and announced where it matters.

import { announce, el } from './kit.js';

/** How long an answer may take before the page says that it is waiting. */
export const SLOW = 250;

export class Status {
  constructor() {
    this.root = el('p.status', { testid: 'linkStatus' });
    this.down = false;
    this.slow = 0;
  }

  /**
   * @param {string} kind the link's name for it
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
    // The countdown is shown but not announced.
    const down = kind === 'lost' || kind === 'offline';
    if (down && !this.down) announce('Connection lost. Reconnecting automatically.');
    if (this.down && kind === 'on') announce('Reconnected.');
    this.down = down || (this.down && kind !== 'on');
  }
}
