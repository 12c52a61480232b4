// A tree of moves as a person reads it: the main line with numbers, and branches in brackets below the move they replace.

import { el, put } from './kit.js';
import { LETTER, glyph } from './worth.js';

export class Branches {
  /** onGo: called with the node that one wants to see; onChange: called with where one is when the tree has changed. */
  constructor(onGo, onChange) {
    this.onGo = onGo;
    this.onChange = onChange;
    const button = (text, testid, click, title) => el('button', { type: 'button', class: 'quiet slim', text, title, data: { testid }, on: { click } });
    this.promote = button('Make it the main line', 'promote', () => { this.here.promote(); this.onChange(this.here); });
    this.prune = button('Take away', 'prune', () => this.cut(), 'Take this move and what follows away (Del)');
    this.tree = el('div', { class: 'tree', role: 'group', 'aria-label': 'Moves that were tried', data: { testid: 'tree' } });
    this.root = el('section', { class: 'panel' },
      el('div', { class: 'row between' }, el('h2', { text: 'Line and branches' }), el('div', { class: 'row' }, this.promote, this.prune)), this.tree);
  }

  /** values: whether the worth of moves is shown. */
  show(root, here, values) {
    this.here = here;
    this.promote.disabled = !here.parent || onMain(here);
    this.prune.disabled = !here.parent;
    paintTree(this.tree, root, here, values, this.onGo);
  }

  cut() {
    if (this.here.parent) this.onChange(this.here.cut());
  }
}

/** Whether a node lies on the main line. */
function onMain(node) {
  for (let each = node; each.parent; each = each.parent) if (each.parent.children[0] !== each) return false;
  return true;
}

function paintTree(container, root, here, values, onGo) {
  const inside = container.contains(document.activeElement);
  const shown = [];
  const start = button(root, here, false, onGo);
  start.textContent = 'Start';
  shown.push(start, ...line(root, here, values, onGo));
  put(container, shown);
  const current = container.querySelector('[aria-current]');
  if (inside) current?.focus();
  // Only the tree itself scrolls, not the page.
  if (current) container.scrollTop = Math.max(0, current.offsetTop - container.clientHeight / 2);
}

function line(from, here, values, onGo) {
  const shown = [];
  for (let node = from; node.children.length; [node] = node.children) {
    const [main, ...others] = node.children;
    shown.push(button(main, here, values, onGo));
    for (const other of others) {
      shown.push(el('span', { class: 'branch', role: 'group', 'aria-label': `Instead of ${main.ply}. ${main.move}` },
        button(other, here, values, onGo), line(other, here, values, onGo)));
    }
  }
  return shown;
}

function button(node, here, values, onGo) {
  const mark = values ? (node.judged ?? []).map(glyph).find(Boolean) ?? '' : '';
  const value = values ? worthOf(node) : null;
  return el('button', {
    type: 'button', class: `tree-move${mark ? ' bad' : ''}`, 'aria-current': node === here ? 'true' : undefined,
    'aria-label': node.parent ? `Move ${node.ply}: ${node.move}${mark ? ', a mistake' : ''}` : 'Start', data: { testid: 'tree-move', ply: node.ply },
    on: { click: () => onGo(node) },
  }, node.parent ? [el('span', { class: 'faint small', text: `${node.ply}. ` }), el('span', { text: node.move }),
    mark ? el('strong', { class: 'glyph', text: mark }) : null,
    value ? el('span', { class: `dot value-${LETTER[value]}`, title: `${value} for who moved` , text: LETTER[value] }) : null] : null);
}

/** What the position is worth to whoever made the move that led to it. */
function worthOf(node) {
  const judged = node.judged?.length === 1 ? node.judged[0] : null;
  return judged?.valueAfter ?? null;
}
