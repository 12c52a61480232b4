// The four buttons that go through the moves of a match.

import { button, el, svg } from './kit.js';

const WAYS = [['first', 'To the start (Home)', 'M6 5v14M19 5l-9 7l9 7z'], ['back', 'One move back (left arrow)',
  'M17 5l-10 7l10 7z'], ['forward', 'One move on (right arrow)', 'M7 5l10 7l-10 7z'], ['last', 'To the end (End)',
  'M18 5v14M5 5l9 7l-9 7z']];

/**
 * The buttons. `acts` are what they do: to the start, back, on, to the end.
 * @param {(() => unknown)[]} acts
 */
export function steps(acts) {
  const buttons = WAYS.map(([testid, name, path], place) => {
    const arrow = svg('svg', { class: 'step', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true',
      focusable: 'false' }, svg('path', { d: path }));
    return button(arrow, testid, acts[place], { class: 'icon', 'aria-label': name, title: name });
  });
  return {
    root: el('div.steps', { role: 'group', 'aria-label': 'Go through the moves' }, buttons),
    /**
     * Which ways lead anywhere. A button that has the keyboard must not lose it, so none is disabled.
     * @param {boolean} atStart
     * @param {boolean} atEnd
     */
    show(atStart, atEnd) {
      for (const [place, each] of buttons.entries())
        each.setAttribute('aria-disabled', String(place < 2 ? atStart : atEnd));
    },
  };
}
