// A tree of moves as a person reads it: the main line with numbers, and branches in brackets below the move they replace.

import { el, put } from './kit.js';
import { LETTER, glyph } from './worth.js';

/** Draws the tree. `onGo` is called with the node that one wants to see. */
export function paintTree(container, root, here, values, onGo) {
  const inside = container.contains(document.activeElement);
  const shown = [];
  const start = button(root, here, false, onGo);
  start.textContent = 'Start';
  shown.push(start, ...line(root, here, values, onGo));
  put(container, shown);
  const current = container.querySelector('[aria-current]');
  if (inside) current?.focus();
  // Only the tree itself scrolls, not the page.
  if (current) container.scrollTop = Math.max(0, current.offsetTop - container.offsetTop - container.clientHeight / 2);
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
