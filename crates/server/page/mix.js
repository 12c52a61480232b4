// Where both act at once: the moves of both seats to choose from, and how often an optimal player chooses each.

import { button, el, renew } from './kit.js';
import { emblem } from './marks.js';
import { decimal } from './worth.js';

/**
 * @import { Board, Card, Strategy } from '../page-types/wire.js'
 * @typedef {(string | null)[]} Choices each seat's choice
 */

/** Shows the moves of both seats. */
export class Mix {
  /**
   * @param {Element} container
   * @param {(ply: string) => unknown} onPlay called with a finished turn, such as `3/4`
   */
  constructor(container, onPlay) {
    this.onPlay = onPlay;
    /** @type {Choices} */
    this.chosen = [null, null];
    /** @type {Choices} */
    this.fixed = [null, null];
    this.names = ['', ''];
    this.position = '';
    this.root = el('div.mix', { testid: 'mix' });
    container.append(this.root);
  }

  /**
   * @param {Board | null} board
   * @param {Strategy | null} [strategy] the optimal mixes, or nothing while they are hidden or unknown
   * @param {Choices} [fixed] choices already made, if only one player is to choose
   */
  show(board, strategy, names = ['Player 1', 'Player 2'], fixed = [null, null]) {
    this.root.hidden = board?.turn !== 'both';
    if (!board || this.root.hidden) return;
    if (board.position !== this.position || fixed.join() !== this.fixed.join()) {
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
    renew(this.root, this.hand(1), this.hand(2), el('p.faint.small.mix-how', { text: this.how() }));
  }

  how() {
    if (this.fixed.some(Boolean)) return `${this.names[this.fixed[0] ? 0 : 1]}’s choice is the one from the game.`;
    return this.chosen.some(Boolean) ? 'Now choose for the other player.'
      : `Choose a ${this.board?.piece} for each player to continue.`;
  }

  /** @param {1 | 2} seat */
  hand(seat) {
    const mix = this.strategy?.[seat];
    const name = this.names[seat - 1];
    const moves = this.board?.moves[seat - 1] ?? [];
    return el('section', { class: `mix-seat seat-${seat}`, 'aria-label': `${name}: choices`, testid: `mix-${seat}` },
      el('h2', {}, emblem(seat), ` ${name}`),
      mix
        ? el('p.mix-heads.faint.small', { 'aria-hidden': 'true' },
          [this.board?.piece, 'played with', 'wins with'].map((text) => el('span', { text }))) : null,
      el('div', { class: mix ? 'mix-rows' : 'mix-rows bare' },
        moves.map(({ text }) => this.row(seat, text, mix?.find((card) => card.move === text)))));
  }

  /**
   * @param {number} seat
   * @param {string} text
   * @param {Card} [card]
   */
  row(seat, text, card) {
    const away = card && card.regret !== '0' ? `gives away ${card.regretText}` : null;
    const said = card
      ? [`${text}: played with probability ${card.probabilityText}`, `wins with ${card.winProbabilityText}`, away]
        .filter(Boolean).join(', ') : text;
    const row = button(el('span.mix-card', { text }), `mix-${seat}-${text}`, () => this.choose(seat, text), {
      class: 'mix-row',
      'aria-pressed': String(this.chosen[seat - 1] === text),
      'aria-description': said,
      data: { move: text },
    });
    if (!card) return row;
    const probability = decimal(card.probability);
    const fill = el('span', { class: `mix-fill${probability > 0 ? '' : ' none'}` });
    fill.style.inlineSize = `${100 * probability}%`;
    row.append(el('span.mix-play', {}, el('span.mix-bar', {}, fill), exact(card.probabilityText)),
      el('span.mix-wins', {}, exact(card.winProbabilityText), away ? el('span.mix-away', { text: away }) : null));
    return row;
  }

  /**
   * @param {number} seat
   * @param {string} text
   */
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

/**
 * A probability as text. In narrow columns it wraps at the slash of the fraction.
 * @param {string} text
 */
function exact(text) {
  const [above, below] = text.split('/');
  return el('span.mix-exact', {}, below ? [`${above}/`, el('wbr'), below] : text);
}
