// What stands on a number line and beside names, as drawings.

import { svg } from './kit.js';

/** The signs of the seats: a full disc and a ring, so that no meaning is in a colour alone. */
export function emblem(seat) {
  return svg('svg', { class: `emblem seat-${seat}`, viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
    seat === 1 ? svg('circle', { cx: 10, cy: 10, r: 8 }) : svg('circle', { cx: 10, cy: 10, r: 6.5 }));
}

const DRAWINGS = {
  '.': () => [],
  x: () => [svg('path', { class: 'stroke', pathLength: 1, d: 'M9 8C15 16 25 25 32 31' }),
    svg('path', { class: 'stroke two', pathLength: 1, d: 'M31 8C25 15 15 26 8 32' })],
  1: () => [svg('circle', { class: 'disc', cx: 20, cy: 20, r: 14 })],
  2: () => [svg('circle', { class: 'ring', cx: 20, cy: 20, r: 12 })],
  '-': () => [svg('path', { class: 'hatch', d: 'M4 28L16 12M12 28L24 12M20 28L32 12M28 28L36 17' })],
  o: () => [svg('path', { class: 'gem', d: 'M20 3L35 20L20 37L5 20Z' }),
    svg('path', { class: 'gem-light', d: 'M20 10L29 20L20 30L11 20Z' })],
  A: () => [svg('circle', { class: 'disc', cx: 20, cy: 20, r: 15.5 }),
    svg('path', { class: 'way', d: 'M15 13l8 7l-8 7' })],
  B: () => [svg('circle', { class: 'ring', cx: 20, cy: 20, r: 13.5 }),
    svg('path', { class: 'way', d: 'M24 14l-7 6l7 6' })],
};

/** What a letter of a line looks like. */
export function drawing(letter) {
  return svg('svg', { class: 'mark', viewBox: '0 0 40 40', 'aria-hidden': 'true', focusable: 'false' },
    (DRAWINGS[letter] ?? DRAWINGS['.'])());
}
