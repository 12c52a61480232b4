// A line through figures, such as a rating after each puzzle. What it shows is said in words as well.

import { el, put, svg } from './kit.js';

const HEIGHT = 120;
const LEFT = 44;
const EDGE = 8;

export class Curve {
  /**
   * @param {Element} container
   * @param {number[]} values at least two
   * @param {string} label
   * @param {string} unit behind each figure
   */
  constructor(container, values, label, unit = '') {
    this.values = values;
    this.unit = unit;
    this.box = el('div.curve', { role: 'img', 'aria-label': inWords(values, label, unit), testid: 'curve' });
    this.root = el('figure.curve-figure', {}, el('figcaption.faint.small', { text: label }), this.box);
    container.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.box);
  }

  remove() {
    this.sizes.disconnect();
  }

  draw() {
    const width = Math.floor(this.box.clientWidth);
    if (!width) return;
    const { low, high, points } = plotted(this.values, width - LEFT - EDGE, HEIGHT - 2 * EDGE);
    const path = points.map(([x, y], place) => `${place ? 'L' : 'M'}${x + LEFT} ${y + EDGE}`).join('');
    const [x, y] = points[points.length - 1];
    const mark = (/** @type {number} */ value,
      /** @type {number} */ at) => [svg('line', { class: 'rule', x1: LEFT, x2: width - EDGE, y1: at, y2: at }),
      svg('text', { x: LEFT - 6, y: at + 4, 'text-anchor': 'end', text: `${value}${this.unit}` })];
    put(this.box,
      svg('svg', { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true',
        focusable: 'false' }, mark(high, EDGE), mark(low, HEIGHT - EDGE), svg('path', { class: 'curve-line', d: path }),
        svg('circle', { class: 'curve-end', cx: x + LEFT, cy: y + EDGE, r: 4 })));
  }
}

/**
 * Where the figures lie in a box of this size, and its lowest and highest figure.
 * @param {number[]} values
 * @param {number} width
 * @param {number} height
 */
export function plotted(values, width, height) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A line of equal figures lies in the middle.
  const [low, high] = least === most ? [least - 1, most + 1] : [least, most];
  const round = (/** @type {number} */ number) => Math.round(number * 10) / 10;
  const points = values.map((value,
    place) => [round((place * width) / Math.max(1, values.length - 1)),
    round(height * (1 - (value - low) / (high - low)))]
  );
  return { low, high, points };
}

/**
 * @param {number[]} values
 * @param {string} label
 * @param {string} unit
 */
export function inWords(values, label, unit) {
  const said = (/** @type {number} */ value) => `${value}${unit}`;
  const [first, last] = [values[0], values[values.length - 1]];
  return `${label}: from ${said(first)} to ${said(last)}, lowest ${said(Math.min(...values))}, highest ${
    said(Math.max(...values))
  }.`;
}
