// The moves of a position, the best first, each with its worth and why.

import { el, put } from './kit.js';
import { chip } from './standing.js';
import { inWords } from './worth.js';

const LISTED = 120;

export class Judged {
  /** onPlay: called with the text of a move; onPoint: called with a move's text, or null. */
  constructor(onPlay, onPoint) {
    this.onPlay = onPlay;
    this.onPoint = onPoint;
    this.head = el('h2', { text: 'Moves' });
    this.list = el('div', { class: 'move-list', role: 'list', 'aria-label': 'Moves, best first', data: { testid: 'moves' } });
    this.root = el('section', { class: 'panel moves-panel' }, this.head, this.list);
  }

  /** shown: an analysis, or nothing while values are hidden or not known. */
  show(shown) {
    const moves = shown?.moves ?? (shown?.bestMove ? [shown.bestMove] : []);
    this.root.hidden = !moves.length;
    this.head.textContent = shown?.bestMove ? 'The best of many moves' : moves.length === 1 ? 'The only move' : `${moves.length} moves, best first`;
    if (this.shown === shown && this.list.childElementCount) return;
    this.shown = shown;
    put(this.list, this.rows(moves, 0));
  }

  /** Marks the move that is pointed at. */
  mark(text) {
    for (const row of this.list.children) row.classList?.toggle('pointed', text !== null && row.dataset.move === text);
  }

  rows(moves, from) {
    const rows = moves.slice(from, from + LISTED).map((move) => this.row(move));
    const left = moves.length - from - LISTED;
    if (left <= 0) return rows;
    const more = el('button', {
      type: 'button', class: 'quiet', text: `Show ${Math.min(LISTED, left)} more of ${left}`,
      on: { click: () => more.replaceWith(...this.rows(moves, from + LISTED)) },
    });
    return [...rows, more];
  }

  row(move) {
    const point = (text) => () => this.onPoint(text);
    const nimber = move.nimber === null ? null : el('span', { class: 'faint small nim', title: 'The nimber it leaves', text: `nimber ${move.nimber}` });
    return el('div', { role: 'listitem', class: 'move-row', data: { move: move.move } },
      el('button', {
        type: 'button', class: 'move-play', 'aria-label': `${move.move}: ${inWords(move.moveValue, move.remoteness)}. ${move.why}`, data: { testid: 'judged', move: move.move, value: move.moveValue },
        on: { click: () => this.onPlay(move.move), pointerenter: point(move.move), pointerleave: point(null), focus: point(move.move), blur: point(null) },
      }, el('span', { class: 'move-top' }, chip(move), el('strong', { text: move.move }), nimber), el('span', { class: 'move-why', text: move.why })));
  }
}
