// The moves of a round as a list, from which one can look at earlier positions.

import { el, put, api, query } from './kit.js';
import { emblem } from './marks.js';

/** What both seats chose in one ply. */
export const halves = (ply) => ply.split('/');

/** The variant as the server's addresses take it. */
export function sets(game) {
  return (game.settings ?? '').split(/\s+/).filter(Boolean).map((setting) => ['set', setting]);
}

export class Plies {
  /** onLook: called with how many plies to look at, or null for all of them. */
  constructor(onLook) {
    this.root = el('ol', { class: 'plies', 'aria-label': 'Moves', data: { testid: 'plies' } });
    this.onLook = onLook;
    this.beginner = undefined;
    this.rows = [];
    this.drawn = [];
  }

  /** past: the number of plies that one looks at, or null. Only what is new is drawn. */
  show(game, past) {
    const { plies, turn } = game;
    if (turn === 1 || turn === 2) this.beginner = plies.length % 2 === 0 ? turn : 3 - turn;
    const shape = `${game.round} ${this.beginner}`;
    if (shape !== this.shape || !this.rows.length) {
      put(this.root);
      this.rows = [];
      this.drawn = [];
    }
    this.shape = shape;
    this.game = game;
    let same = 0;
    while (same < this.drawn.length && this.drawn[same] === plies[same]) same += 1;
    for (const row of this.rows.splice(same)) row.remove();
    const added = plies.slice(same).map((ply, index) => el('li', {}, this.entry(ply, same + index)));
    this.rows.push(...added);
    this.drawn = [...plies];
    this.root.append(...added);
    if (!plies.length) put(this.root, el('li', { class: 'faint none', text: 'None yet.' }));
    const current = this.rows[(past ?? plies.length) - 1]?.firstChild;
    if (current !== this.current) {
      this.current?.removeAttribute('aria-current');
      current?.setAttribute('aria-current', 'true');
      this.current = current;
    }
    // Scrolling asks for a layout, which can wait until the picture is drawn.
    if (added.length && past === null) requestAnimationFrame(() => { this.root.scrollTop = this.root.scrollHeight; });
    if (plies.length && this.beginner === undefined && !game.hands) this.findBeginner();
  }

  entry(ply, index) {
    const { hands } = this.game;
    const seat = this.beginner && (index % 2 === 0 ? this.beginner : 3 - this.beginner);
    const what = hands
      ? halves(ply).map((card, place) => el('span', { class: 'half' }, emblem(place + 1), ` ${card}`))
      : [seat ? emblem(seat) : null, ` ${ply}`];
    return el('button', {
      type: 'button', class: 'ply', data: { testid: `ply-${index + 1}` },
      'aria-label': `Move ${index + 1}: ${halves(ply).join(' against ')}. Look at the position after it`,
      on: { click: () => this.onLook(index + 1 === this.drawn.length ? null : index + 1) },
    }, what);
  }

  /** A finished game does not say who began; its start does. */
  async findBeginner() {
    this.beginner = null;
    try {
      const start = await api(`/api/games/${this.game.game}/board${query([...sets(this.game), ['position', this.game.start]])}`);
      if (start.turn !== 1 && start.turn !== 2) return;
      this.beginner = start.turn;
      this.show(this.game, null);
    } catch {
      // The list reads well without the signs of the seats.
    }
  }
}
