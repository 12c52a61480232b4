// The moves of a position, best first, each with its value and the reason.

import { button, el, put } from './kit.js';
import { chip } from './standing.js';

/** @import { Analysis, Judged as Move } from '../page-types/wire.js' */

const LISTED = 120;

/**
 * The moves in an analysis: all of them, or the best of many.
 * @param {Analysis | null | undefined} analysis
 */
export function knownMoves(analysis) {
  return analysis?.moves ?? (analysis?.bestMove ? [analysis.bestMove] : []);
}

export class Judged {
  /**
   * @param {(text: string) => unknown} onPlay
   * @param {(text: string | null) => void} onPoint
   */
  constructor(onPlay, onPoint) {
    this.onPlay = onPlay;
    this.onPoint = onPoint;
    this.head = el('h2', { text: 'Moves' });
    this.list = el('div.move-list', { role: 'list', 'aria-label': 'Moves, best first', testid: 'moves' });
    this.root = el('section.panel.moves-panel', {}, this.head, this.list);
    /** @type {Analysis | null | undefined} */
    this.shown = null;
  }

  /** @param {Analysis | null | undefined} shown nothing while values are hidden or unknown */
  show(shown) {
    const moves = knownMoves(shown);
    this.root.hidden = !moves.length;
    this.head.textContent = shown?.bestMove ? 'The best of many moves'
      : moves.length === 1 ? 'The only move' : `${moves.length} moves, best first`;
    if (this.shown === shown && this.list.childElementCount) return;
    this.shown = shown;
    put(this.list, this.rows(moves, 0));
  }

  /**
   * Marks the selected move.
   * @param {string | null} text
   */
  mark(text) {
    for (const row of this.list.children)
      row.classList.toggle('pointed', text !== null && row.getAttribute('data-move') === text);
  }

  /**
   * @param {Move[]} moves
   * @param {number} from
   * @returns {HTMLElement[]}
   */
  rows(moves, from) {
    const rows = moves.slice(from, from + LISTED).map((move) => this.row(move));
    const left = moves.length - from - LISTED;
    if (left <= 0) return rows;
    const more = button(`Show ${Math.min(LISTED, left)} more of ${left}`, undefined,
      () => more.replaceWith(...this.rows(moves, from + LISTED)), { class: 'quiet' });
    return [...rows, more];
  }

  /** @param {Move} judged */
  row({ move, moveValue, text, short, nimber, why }) {
    const point = () => this.onPoint(move);
    const away = () => this.onPoint(null);
    return el('div', { role: 'listitem', class: 'move-row', data: { move } },
      el('button', { type: 'button', class: 'move-play', 'aria-description': `${move}: ${text}. ${why}`,
        testid: 'judged', data: { move, value: moveValue },
        on: { click: () => this.onPlay(move), pointerenter: point, pointerleave: away, focus: point, blur: away } },
        el('span.move-top', {}, chip(short), el('strong', { text: move }),
          nimber === null ? null
            : el('span.faint.small.nim', {
              title: 'Nimber of the position it leaves: 0 means that the next player loses',
              text: `nimber ${nimber}`,
            })), el('span.move-why', { text: why })));
  }
}
