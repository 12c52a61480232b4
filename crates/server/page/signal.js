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

/** A notification shows no vector graphics. */
const ICON = '/assets/icon-192.png';

export class Signal {
  constructor() {
    // The window may have another address by the time the room is left.
    this.tag = location.pathname;
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
    const dismissed = this.dismiss();
    if (!mine || !fresh) return;
    sound('turn');
    // The former notification has the same tag, and must not take this one with it.
    if (document.visibilityState === 'hidden') dismissed.then(() => this.notify(game));
  }

  /** @param {string} game */
  notify(game) {
    if (!this.mine || !isOn('notify') || !('Notification' in globalThis) || Notification.permission !== 'granted')
      return;
    const said = 'It is your turn';
    const about = { body: game, icon: ICON, tag: this.tag };
    try {
      this.note = new Notification(said, about);
      this.note.addEventListener('click', () => window.focus());
    } catch {
      // Phones allow notifications from a service worker only, which then also takes the click.
      this.notifyByWorker(said, about).catch(() => {});
    }
  }

  /**
   * @param {string} said
   * @param {NotificationOptions} about
   */
  async notifyByWorker(said, about) {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (this.mine) await worker?.showNotification(said, about);
  }

  async dismiss() {
    this.note?.close();
    this.note = null;
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    for (const note of await worker?.getNotifications({ tag: this.tag }).catch(() => []) ?? []) note.close();
  }

  /** The room is left. */
  leave() {
    this.mine = false;
    this.dismiss();
    this.icon?.setAttribute('href', this.usual);
  }
}
