// The moves of a round as a list, with links to earlier positions.

import { button, el, put } from './kit.js';
import { emblem } from './marks.js';
import { halves } from './words.js';

/** @import { Game } from '../page-types/wire.js' */

export class Plies {
  /** @param {(count: number | null) => void} onLook called with the number of plies to show, or null for all of them */
  constructor(onLook) {
    this.root = el('ol.plies', { 'aria-label': 'Moves', testid: 'plies' });
    this.onLook = onLook;
    /** @type {{ text: string, row: HTMLLIElement }[]} */
    this.rows = [];
    this.round = 0;
    /** @type {Element | null | undefined} */
    this.current = null;
  }

  /**
   * Draws only what is new.
   * @param {Game} game
   * @param {number | null} past the number of plies shown
   */
  show(game, past) {
    const { plies, round } = game;
    if (round !== this.round || !this.rows.length) {
      put(this.root);
      this.rows = [];
    }
    this.round = round;
    const same = this.rows.findIndex(({ text }, index) => text !== plies[index]?.text);
    for (const { row } of same < 0 ? [] : this.rows.splice(same)) row.remove();
    const added = plies.slice(this.rows.length).map((ply, index) => ({ text: ply.text,
      row: this.row(ply, this.rows.length + index) })
    );
    this.rows.push(...added);
    this.root.append(...added.map(({ row }) => row));
    if (!plies.length) put(this.root, el('li.faint.none', { text: 'None yet.' }));
    const current = this.rows[(past ?? plies.length) - 1]?.row.firstElementChild;
    if (current !== this.current) {
      this.current?.removeAttribute('aria-current');
      current?.setAttribute('aria-current', 'true');
      this.current = current;
    }
    // Scrolling forces a layout, so it waits until the list is drawn.
    if (added.length && past === null) {
      requestAnimationFrame(() => {
        this.root.scrollTop = this.root.scrollHeight;
      });
    }
  }

  /**
   * @param {Game['plies'][number]} ply
   * @param {number} index
   */
  row({ by, text }, index) {
    const what = by === 'both' ? halves(text).map((half, place) => el('span.half', {}, emblem(place + 1), ` ${half}`))
      : [emblem(Number(by)), ` ${text}`];
    const look = () => this.onLook(index + 1 === this.rows.length ? null : index + 1);
    const label = `Move ${index + 1}: ${halves(text).join(' against ')}. Show the position after it`;
    return el('li', {}, button(what, `ply-${index + 1}`, look, { class: 'ply', 'aria-description': label }));
  }
}
