// The four buttons that go through the moves of a match.

import { el, svg } from './kit.js';

const WAYS = [
  ['first', 'To the start (Home)', 'M6 5v14M19 5l-9 7l9 7z'],
  ['back', 'One move back (left arrow)', 'M17 5l-10 7l10 7z'],
  ['forward', 'One move on (right arrow)', 'M7 5l10 7l-10 7z'],
  ['last', 'To the end (End)', 'M18 5v14M5 5l9 7l-9 7z'],
];

/** The buttons. `acts` are what they do: to the start, back, on, to the end. */
export function steps(acts) {
  const buttons = WAYS.map(([testid, name, path], place) => el('button', {
    type: 'button', class: 'icon', 'aria-label': name, title: name, data: { testid }, on: { click: acts[place] },
  }, svg('svg', { class: 'step', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: path }))));
  return {
    root: el('div', { class: 'steps', role: 'group', 'aria-label': 'Go through the moves' }, buttons),
    /** Which ways lead anywhere. */
    show(atStart, atEnd) {
      [atStart, atStart, atEnd, atEnd].forEach((off, place) => {
        // A button that has the keyboard must not lose it.
        buttons[place].setAttribute('aria-disabled', String(off));
      });
    },
  };
}
