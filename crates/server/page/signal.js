// The signal that it is the viewer's turn: in the window's title, in its icon and, if wanted, as a notification.

import { find } from './kit.js';
import { title } from './nav.js';
import { isOn } from './options.js';
import { sound } from './sound.js';

const DOT = `data:image/svg+xml,${
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
      + '<rect width="64" height="64" rx="14" fill="#14171d"/><circle cx="32" cy="32" r="18" fill="#6fc3f7"/></svg>',
  )
}`;

export class Signal {
  constructor() {
    this.icon = find(document, 'link[rel="icon"]');
    this.usual = this.icon?.getAttribute('href') ?? '';
    this.mine = false;
    /** @type {Notification | null} */
    this.note = null;
  }

  /**
   * @param {string} game the title of the game
   * @param {boolean} mine whether it is the viewer's turn
   * @param {boolean} fresh whether that may be news
   */
  show(game, mine, fresh) {
    title(mine ? `● Your turn: ${game}` : game);
    if (mine === this.mine) return;
    this.mine = mine;
    this.icon?.setAttribute('href', mine ? DOT : this.usual);
    this.note?.close();
    this.note = null;
    if (!mine || !fresh) return;
    sound('turn');
    if (document.visibilityState === 'hidden') this.notify(game);
  }

  /** @param {string} game */
  notify(game) {
    if (!isOn('notify') || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
    try {
      this.note = new Notification('It is your turn', { body: game, icon: this.usual, tag: location.pathname });
      this.note.addEventListener('click', () => window.focus());
    } catch {
      // Some phones allow notifications from a service worker only.
    }
  }

  /** The room is left. */
  leave() {
    this.note?.close();
    this.icon?.setAttribute('href', this.usual);
  }
}
