// Who plays: names, whose turn it is, who is there, the clocks and the score.

import { el, put } from './kit.js';
import { emblem } from './marks.js';
import { smallHand } from './cards.js';
import { freeSeats, nameOf } from './words.js';

/** A time as clocks show it: tenths only when they count. */
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export class Seats {
  constructor(container) {
    this.root = el('div', { class: 'players' });
    container.append(this.root);
    this.clocks = [null, null];
    this.ticking = setInterval(() => this.tick(), 100);
  }

  remove() {
    clearInterval(this.ticking);
  }

  /** game: the room; me: the seat of whoever looks, or null; here: who is connected. */
  show(game, me, here) {
    this.game = game;
    this.since = performance.now();
    put(this.root, [1, 2].map((seat) => this.player(game, seat, me, here)));
    this.tick();
  }

  player(game, seat, me, here) {
    const player = game.players[seat - 1];
    const free = player.name === null && !player.computer;
    const ready = freeSeats(game).length === 0;
    const acts = ready && (game.turn === seat || (game.turn === 'both' && !game.chosen[seat - 1]));
    const won = game.ending?.winner === seat;
    const notes = [];
    if (seat === me) notes.push('you');
    if (player.computer) notes.push('computer');
    else if (!free && here && !here[seat - 1] && seat !== me) notes.push('away');
    const clock = game.clock ? el('span', { class: 'clock', role: 'timer', 'aria-label': `Time of ${nameOf(game, seat)}`, data: { testid: `clock-${seat}` } }) : null;
    this.clocks[seat - 1] = clock;
    const state = won ? 'Winner' : acts && !free ? (game.turn === 'both' ? 'choosing' : 'to move') : game.turn === 'both' && game.chosen[seat - 1] ? 'has chosen' : '';
    return el('div', {
      class: `player seat-${seat}${acts ? ' acts' : ''}${won ? ' won' : ''}${free ? ' free' : ''}`,
      data: { testid: `player-${seat}`, acts: String(acts) },
    },
    el('span', { class: 'player-emblem' }, emblem(seat)),
    el('div', { class: 'who' },
      el('span', { class: 'name', dir: 'auto', data: { testid: `name-${seat}` }, text: free ? 'Free seat' : nameOf(game, seat) }),
      el('span', { class: 'notes' }, [`Player ${seat}`, ...notes].join(' · '))),
    el('span', { class: 'state', text: state }),
    game.score ? el('span', { class: 'wins', title: 'Rounds won', 'aria-label': `Rounds won: ${game.score.wins[seat - 1]}`, data: { testid: `wins-${seat}` }, text: game.score.wins[seat - 1] }) : null,
    clock,
    game.hands ? smallHand(game.hands[seat - 1], seat) : null);
  }

  tick() {
    const clock = this.game?.clock;
    if (!clock) return;
    const passed = performance.now() - this.since;
    this.clocks.forEach((node, place) => {
      const left = clock.left[place] - (clock.runs[place] ? passed : 0);
      const text = clockText(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle('runs', clock.runs[place]);
      node.classList.toggle('short', left < 20_000);
    });
  }
}
