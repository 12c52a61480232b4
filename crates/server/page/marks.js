// Drawings for the marks on a number line and the emblems beside names.

import { svg } from './kit.js';

/**
 * @param {string} style
 * @param {number} size
 * @param {SVGElement[]} parts
 */
const picture = (style, size, parts) =>
  svg('svg', { class: style, viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true', focusable: 'false' }, parts);
/**
 * @param {string} style
 * @param {number} r
 */
const disc = (style, r, middle = 20) => svg('circle', { class: style, cx: middle, cy: middle, r });
/**
 * @param {string} style
 * @param {string} d
 * @param {object} [more]
 */
const path = (style, d, more) => svg('path', { class: style, d, ...more });

/**
 * The emblems of the seats: a disc and a ring, so that colour is never the only difference.
 * @param {number} seat
 */
export function emblem(seat) {
  return picture(`emblem seat-${seat}`, 20, [disc('', seat === 1 ? 8 : 6.5, 10)]);
}

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = { '.': () => [],
  x: () => [path('stroke', 'M9 8C15 16 25 25 32 31', { pathLength: 1 }),
    path('stroke two', 'M31 8C25 15 15 26 8 32', { pathLength: 1 })], 1: () => [disc('disc', 14)],
  2: () => [disc('ring', 12)], '-': () => [path('hatch', 'M4 28L16 12M12 28L24 12M20 28L32 12M28 28L36 17')],
  o: () => [path('gem', 'M20 3L35 20L20 37L5 20Z'), path('gem-light', 'M20 10L29 20L20 30L11 20Z')],
  A: () => [disc('disc', 15.5), path('way', 'M15 13l8 7l-8 7')],
  B: () => [disc('ring', 13.5), path('way', 'M24 14l-7 6l7 6')] };

/**
 * The drawing for a letter of a line.
 * @param {string} letter
 */
export function drawing(letter) {
  return picture('mark', 40, (DRAWINGS[letter] ?? DRAWINGS['.'])());
}
