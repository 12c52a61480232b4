// The players: names, turns, presence, clocks and the score.

import { smallHand } from './cards.js';
import { el, put } from './kit.js';
import { emblem } from './marks.js';
import { freeSeats, nameOf } from './words.js';

/** @import { Game } from '../page-types/wire.js' */

/**
 * A time as clocks show it: tenths only when time is short.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export class Seats {
  /** @param {Element} container */
  constructor(container) {
    this.root = el('div.players');
    container.append(this.root);
    /** @type {HTMLElement[]} */
    this.clocks = [];
    /** @type {Game['clock']} */
    this.clock = null;
    this.since = 0;
    /** What the players say stays when the rest is drawn again. */
    this.says = [1, 2].map((seat) => el('span.says', { data: { says: seat } }));
    this.ticking = setInterval(() => this.tick(), 100);
  }

  remove() {
    clearInterval(this.ticking);
  }

  /**
   * @param {Game} game
   * @param {number | null} me the viewer's seat
   * @param {boolean[] | null} here who is connected
   */
  show(game, me, here) {
    // A clock that was shown before has run since then.
    if (this.clock !== game.clock) this.since = performance.now();
    this.clock = game.clock;
    this.clocks = !game.clock ? []
      : [1, 2].map((seat) =>
        el('span.clock', { role: 'timer', 'aria-label': `${nameOf(game, seat)}: time left`, testid: `clock-${seat}` })
      );
    put(this.root, [1, 2].map((seat) => this.player(game, seat, me, here)));
    this.tick();
  }

  /**
   * @param {Game} game
   * @param {number} seat
   * @param {number | null} me
   * @param {boolean[] | null} here
   */
  player(game, seat, me, here) {
    const place = seat - 1;
    const { turn, score, hands } = game;
    const { computer } = game.players[place];
    const free = freeSeats(game).includes(seat);
    const chosen = turn === 'both' && game.chosen[place];
    const acts = freeSeats(game).length === 0 && (turn === seat || (turn === 'both' && !chosen));
    const won = game.ending?.winner === seat;
    const away = !computer && !free && here && !here[game.players[place].home - 1] && seat !== me;
    // A player without a name is called after the seat already.
    const called = free ? 'Free seat' : nameOf(game, seat);
    const notes = [called !== `Player ${seat}` && `Player ${seat}`, seat === me && 'you', computer && 'computer',
      away && 'away'];
    const state = won ? 'Winner' : acts ? (turn === 'both' ? 'choosing' : 'to move') : chosen ? 'has chosen' : '';
    return el('div', { class: `player seat-${seat}${acts ? ' acts' : ''}${won ? ' won' : ''}${free ? ' free' : ''}`,
      testid: `player-${seat}`, data: { acts: String(acts) } }, el('span.player-emblem', {}, emblem(seat)),
      this.says[place],
      el('div.who', {}, el('span.name', { dir: 'auto', testid: `name-${seat}`, text: called }),
        el('span.notes', {}, notes.filter(Boolean).join(' · '))), el('span.state', { text: state }),
      score
        ? el('span.wins', { title: 'Rounds won', 'aria-label': `Rounds won: ${score.wins[place]}`,
          testid: `wins-${seat}`, text: score.wins[place] }) : null, this.clocks[place],
      hands ? smallHand(hands[place], seat) : null);
  }

  tick() {
    if (!this.clock) return;
    const passed = performance.now() - this.since;
    for (const [place, node] of this.clocks.entries()) {
      const runs = this.clock.runs[place];
      const left = this.clock.left[place] - (runs ? passed : 0);
      const text = clockText(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle('runs', runs);
      node.classList.toggle('short', left < 20_000);
    }
  }
}
