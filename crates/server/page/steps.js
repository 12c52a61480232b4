// The four buttons that step through the moves of a match.

import { button, el, svg } from './kit.js';

const WAYS = [['first', 'First position (Home)', 'M6 5v14M19 5l-9 7l9 7z'], ['back', 'Previous move (left arrow)',
  'M17 5l-10 7l10 7z'], ['forward', 'Next move (right arrow)', 'M7 5l10 7l-10 7z'], ['last', 'Last position (End)',
  'M18 5v14M5 5l9 7l-9 7z']];

/**
 * The buttons. `acts` are their actions: to the start, back, forward, to the end.
 * @param {(() => unknown)[]} acts
 */
export function steps(acts) {
  const buttons = WAYS.map(([testid, name, path], place) => {
    const arrow = svg('svg', { class: 'step', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true',
      focusable: 'false' }, svg('path', { d: path }));
    return button(arrow, testid, acts[place], { class: 'icon', 'aria-label': name, title: name });
  });
  return {
    root: el('div.steps', { role: 'group', 'aria-label': 'Step through the moves' }, buttons),
    /**
     * Marks the buttons that lead nowhere. None is disabled, because a focused button must keep the focus.
     * @param {boolean} atStart
     * @param {boolean} atEnd
     */
    show(atStart, atEnd) {
      for (const [place, each] of buttons.entries())
        each.setAttribute('aria-disabled', String(place < 2 ? atStart : atEnd));
    },
  };
}
