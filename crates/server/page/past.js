// The earlier positions of a round: one of them to look at, and what a move changed.

import { el, renew, api, once, query } from './kit.js';
import { changed } from './board.js';
import { sets } from './plies.js';

// An address has a limit that a long game goes beyond.
const LONGEST_MOVES = 4000;

export class Past {
  /** onLook: called with how many plies to look at, or null for all of them. */
  constructor(onLook) {
    this.onLook = onLook;
    this.count = null;
    this.root = el('div', { class: 'row look', hidden: true, data: { testid: 'look' } });
  }

  /** The position after so many plies, and the cells that the last of them changed. */
  async at(game, count) {
    const [before, board] = await Promise.all([count > 0 ? after(game, count - 1) : null, after(game, count)]);
    return { board, last: changed(before, board) };
  }

  /** Says which position is looked at, and leads to the ones beside it; null is the present. */
  show(game, count) {
    this.count = count;
    this.root.hidden = count === null;
    if (count === null) return;
    const button = (text, to, props) => el('button', { type: 'button', text, ...props, on: { click: () => this.onLook(to) } });
    const next = count + 1 >= game.plies.length ? null : count + 1;
    renew(this.root, el('span', { class: 'faint grow', text: `After move ${count} of ${game.plies.length}` }),
      button('◂', count - 1, { 'aria-label': 'The move before', disabled: count <= 1, data: { testid: 'look-back' } }),
      button('▸', next, { 'aria-label': 'The next move', data: { testid: 'look-on' } }),
      button('Back to now', null, { data: { testid: 'now' } }));
  }
}

function after(game, count) {
  const moves = game.plies.slice(0, count).join('; ');
  const board = `/api/games/${game.game}/board`;
  if (moves.length < LONGEST_MOVES) return once(`${board}${query([...sets(game), ['position', game.start], ['moves', moves]])}`);
  return api(board, { body: { set: sets(game).map(([, setting]) => setting), position: game.start, moves } });
}
