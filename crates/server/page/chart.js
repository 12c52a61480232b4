// The value of a match after each ply, from Player 1's view. Letters repeat what colours say, and the slider around it
// says it in words.

import { el, put, svg } from './kit.js';
import { letterOf } from './worth.js';

/** @import { Point } from '../page-types/wire.js' */

const HEIGHT = 96;
const EDGE = 22;
const FOOT = 18;
const WIDEST = 44;
const MIDDLE = HEIGHT / 2;

/** @type {Record<string, number[]>} Where a bar begins, and its height. */
const BARS = { win: [2, MIDDLE - 2], draw: [MIDDLE - 4, 8], lose: [MIDDLE, MIDDLE - 2] };

export class Chart {
  /**
   * @param {Element} container
   * @param {(ply: number) => unknown} onGo called with the ply to show
   */
  constructor(container, onGo) {
    this.onGo = onGo;
    this.root = el('div.chart', { role: 'slider', tabindex: '0', 'aria-label': 'Value after each move',
      'aria-orientation': 'horizontal', 'aria-valuemin': '0', testid: 'chart',
      on: { click: (event) => this.clicked(event), keydown: (event) => this.key(event) } });
    /** @type {(Point | null)[]} */
    this.points = [];
    this.current = 0;
    this.step = 1;
    container.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.root);
  }

  remove() {
    this.sizes.disconnect();
    this.root.remove();
  }

  /**
   * @param {(Point | null)[]} points what each position is worth to Player 1
   * @param {number} current the current ply
   * @param {string[]} names the moves
   */
  show(points, current, names) {
    this.points = points;
    this.current = current;
    const move = current > 0 ? `after ${current}. ${names[current - 1]}` : 'at the start';
    this.root.setAttribute('aria-valuemax', String(points.length - 1));
    this.root.setAttribute('aria-valuenow', String(current));
    this.root.setAttribute('aria-valuetext', `${move}: ${points[current]?.text ?? 'not known'}`);
    this.draw();
  }

  draw() {
    const width = Math.floor(this.root.clientWidth);
    const { points, current } = this;
    if (!width || !points.length) return;
    const step = Math.min(WIDEST, (width - EDGE - 4) / points.length);
    this.step = step;
    const gap = step > 8 ? 2 : step > 4 ? 1 : 0;
    const wide = Math.max(step - gap, 1);
    const marks = points.some(isChance) ? ['1', '½', '0'] : ['W', 'D', 'L'];
    /** @param {object} props */
    const below = (props) => svg('text', { y: HEIGHT + FOOT - 5, 'text-anchor': 'middle', ...props });
    const drawn = points.map((point, ply) => {
      const x = EDGE + ply * step + gap / 2;
      const middle = x + wide / 2;
      const narrow = svg('rect', { class: 'mistake', x, y: HEIGHT + 3, width: wide, height: 5 });
      const mark = point?.mistake ? step > 5 ? below({ class: 'mistake', x: middle, text: '?' }) : narrow
        : step > 16 ? below({ class: 'ply', x: middle, text: ply }) : null;
      return [bar(point, x, wide), mark];
    });
    const height = HEIGHT + FOOT;
    put(this.root,
      svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', focusable: 'false' },
        [12, MIDDLE + 4, HEIGHT - 2].map((y, place) => svg('text', { class: 'axis', x: 4, y, text: marks[place] })),
        svg('rect', { class: 'here', x: EDGE + current * step, y: 0, width: Math.max(step, 3), height, rx: 4 }),
        svg('line', { class: 'zero', x1: EDGE, x2: EDGE + step * points.length, y1: MIDDLE, y2: MIDDLE }), drawn));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left - EDGE;
    const ply = Math.floor(x / this.step);
    if (ply >= 0 && ply < this.points.length) this.onGo(ply);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.points.length - 1;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -last, End: last, PageUp: 10,
      PageDown: -10 };
    const by = ways[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.onGo(Math.max(0, Math.min(last, this.current + by)));
  }
}

/** @param {Point | null} point */
const isChance = (point) => typeof point?.about === 'number';

/**
 * @param {Point | null} point
 * @param {number} x
 * @param {number} width
 */
function bar(point, x, width) {
  if (typeof point?.about === 'number') {
    const height = Math.max(2, point.about * HEIGHT);
    return svg('rect', { class: 'chance', x, y: HEIGHT - height, width, height, rx: 1.5 });
  }
  if (!point?.value) return svg('circle', { class: 'unknown', cx: x + width / 2, cy: MIDDLE, r: 2 });
  const { value } = point;
  const [y, height] = BARS[value];
  const letter = { class: `letter ${value}`, x: x + width / 2, y: value === 'win' ? y + 16 : y + height - 6,
    'text-anchor': 'middle', text: letterOf(point.short ?? '') };
  return [svg('rect', { class: `bar ${value}`, x, y, width, height, rx: 1.5 }),
    width > 14 && value !== 'draw' ? svg('text', letter) : null];
}
