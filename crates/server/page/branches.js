// A tree of moves in readable form: the main line with numbers, and branches in brackets below the move they replace.

import { button, el, find, put } from './kit.js';
import { letterOf } from './worth.js';

/**
 * @import { Child } from '../page-types/wire.js'
 * @import { Node } from './tree.js'
 */

export class Branches {
  /** @param {(node: Node) => unknown} onGo called with the node to show, or the current node of a changed tree */
  constructor(onGo) {
    this.onGo = onGo;
    /** @type {Node | null} */
    this.here = null;
    const style = { class: 'quiet slim' };
    this.promote = button('Make main line', 'promote', () => {
      this.here?.promote();
      if (this.here) this.onGo(this.here);
    }, style);
    this.prune = button('Delete', 'prune', () => this.cut(), { ...style,
      title: 'Delete this move and everything after it (Del)' });
    this.tree = el('div.tree', { role: 'group', 'aria-label': 'Moves tried', testid: 'tree' });
    this.root = el('section.panel', {},
      el('div.row.between', {}, el('h2', { text: 'Line and branches' }), el('div.row', {}, this.promote, this.prune)),
      this.tree);
  }

  /**
   * @param {Node} root
   * @param {Node} here
   * @param {boolean} values whether the values of moves are shown
   */
  show(root, here, values) {
    this.here = here;
    this.values = values;
    this.promote.disabled = here.isMain;
    this.prune.disabled = !here.parent;
    const inside = this.tree.contains(document.activeElement);
    put(this.tree, this.move(root), this.line(root));
    const current = find(this.tree, '[aria-current]');
    if (inside) current?.focus();
    // Only the tree itself scrolls, not the page.
    if (current) this.tree.scrollTop = Math.max(0, current.offsetTop - this.tree.clientHeight / 2);
  }

  cut() {
    if (this.here?.parent) this.onGo(this.here.cut());
  }

  /**
   * The moves after a node.
   * @param {Node} from
   * @returns {Child[]}
   */
  line(from) {
    const shown = [];
    for (let node = from; node.children.length; [node] = node.children) {
      const [main, ...others] = node.children;
      const label = `Instead of ${main.ply}. ${main.move}`;
      shown.push(this.move(main), others.map((other) =>
        el('span.branch', { role: 'group', 'aria-label': label }, this.move(other), this.line(other))
      ));
    }
    return shown;
  }

  /** @param {Node} node */
  move(node) {
    const { move, parent, ply, judged } = node;
    const mark = this.values ? judged.map(({ said }) => said?.glyph).find(Boolean) : null;
    // What the position is worth to the player who made the move that led to it.
    const worth = this.values && judged.length === 1 && 'valueAfter' in judged[0] ? judged[0] : null;
    const letter = letterOf(worth?.shortAfter ?? '');
    return button(
      !parent ? 'Start'
        : [el('span.faint.small', { text: `${ply}. ` }), el('span', { text: move }),
          mark ? el('strong.glyph', { text: mark }) : null,
          worth
            ? el('span', { class: `dot value-${letter}`, title: `${worth.valueAfter} for the player who moved`,
              text: letter }) : null],
      'tree-move',
      () => this.onGo(node),
      { class: `tree-move${mark ? ' bad' : ''}`, data: { ply }, 'aria-current': node === this.here ? 'true' : null,
        'aria-label': parent ? `Move ${ply}: ${move}${mark ? ', a mistake' : ''}` : 'Start' },
    );
  }
}
