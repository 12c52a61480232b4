// Where both act at once: the moves of both seats to choose from, and how often a perfect player chooses each.

import { el, renew } from './kit.js';
import { emblem } from './marks.js';
import { decimal, share } from './worth.js';

/** Shows the moves of both seats. `onPlay` is called with a finished turn, such as `3/4`. */
export class Mix {
  constructor(container, onPlay) {
    this.onPlay = onPlay;
    this.chosen = [null, null];
    this.root = el('div', { class: 'mix', data: { testid: 'mix' } });
    container.append(this.root);
  }

  /**
   * board: the position; strategy: the perfect mixes, or nothing while they are hidden or not known; fixed: the moves that
   * are chosen already, if only one player is to choose.
   */
  show(board, strategy, { names = ['Player 1', 'Player 2'], fixed = [null, null] } = {}) {
    const acts = board?.turn === 'both';
    this.root.hidden = !acts;
    if (!acts) return;
    if (board.position !== this.position || fixed.join() !== this.fixed?.join()) {
      this.position = board.position;
      this.fixed = fixed;
      this.chosen = [...fixed];
    }
    this.board = board;
    this.strategy = strategy;
    this.names = names;
    this.paint();
  }

  paint() {
    renew(this.root, [1, 2].map((seat) => this.hand(seat)),
      el('p', { class: 'faint small mix-how', text: this.how() }));
  }

  how() {
    if (this.fixed.some(Boolean)) return `${this.names[this.fixed[0] ? 0 : 1]}’s card is the one that was played.`;
    return this.chosen.some(Boolean) ? 'Now choose for the other player.' : 'Choose a card for each player to go on.';
  }

  hand(seat) {
    const mix = this.strategy?.[String(seat)];
    return el('section', { class: `mix-seat seat-${seat}`, 'aria-label': `Cards of ${this.names[seat - 1]}`, data: { testid: `mix-${seat}` } },
      el('h2', {}, emblem(seat), ` ${this.names[seat - 1]}`),
      mix ? el('p', { class: 'mix-heads faint small', 'aria-hidden': 'true' }, el('span', { text: 'card' }), el('span', { text: 'played with' }), el('span', { text: 'wins with' })) : null,
      el('div', { class: mix ? 'mix-rows' : 'mix-rows bare' }, this.board.moves[seat - 1].map((move) => this.row(seat, move.text, mix?.find((card) => card.move === move.text)))));
  }

  row(seat, text, card) {
    const chosen = this.chosen[seat - 1] === text;
    const said = card ? `${text}: played with probability ${share(card.probability)}, wins with ${share(card.winProbability)}` : text;
    const button = el('button', {
      type: 'button', class: 'mix-row', 'aria-pressed': String(chosen), 'aria-label': said,
      data: { testid: `mix-${seat}-${text}`, move: text }, on: { click: () => this.choose(seat, text) },
    }, el('span', { class: 'mix-card', text }));
    if (!card) return button;
    const probability = decimal(card.probability);
    const fill = el('span', { class: `mix-fill${probability > 0 ? '' : ' none'}` });
    fill.style.inlineSize = `${100 * probability}%`;
    button.append(
      el('span', { class: 'mix-play' }, el('span', { class: 'mix-bar' }, fill), exact(card.probability)),
      el('span', { class: 'mix-wins' }, exact(card.winProbability)));
    return button;
  }

  choose(seat, text) {
    if (this.fixed[seat - 1] !== null) return;
    this.chosen[seat - 1] = this.chosen[seat - 1] === text ? null : text;
    const [one, two] = this.chosen;
    const finished = one !== null && two !== null;
    if (finished) this.chosen = [...this.fixed];
    this.paint();
    if (finished) this.onPlay(`${one}/${two}`);
  }
}

/** The fraction itself as long as it can be read, and about how much it is. Where there is little room it breaks at its stroke. */
function exact(fraction) {
  if (fraction.length <= 5) return el('span', { class: 'mix-exact', text: fraction });
  const about = el('span', { class: 'about', text: `≈ ${(100 * decimal(fraction)).toFixed(1)} %` });
  const [above, below] = fraction.split('/');
  return el('span', { class: 'mix-exact', title: fraction }, fraction.length <= 41 ? [`${above}/`, el('wbr'), `${below} `, about] : about);
}
