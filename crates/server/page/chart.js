// The value of a match from ply to ply, as Player 1 sees it. Letters say what colours say, and the slider around it says
// it in words.

import { el, svg, put } from './kit.js';
import { LETTER, pointInWords } from './worth.js';

const HEIGHT = 96;
const EDGE = 22;
const FOOT = 18;
const WIDEST = 44;

/** Draws a chart into a container. `onGo` is called with the ply that one wants to see. */
export class Chart {
  constructor(container, onGo) {
    this.onGo = onGo;
    this.root = el('div', {
      class: 'chart', role: 'slider', tabindex: '0', 'aria-label': 'Value from ply to ply', 'aria-orientation': 'horizontal',
      'aria-valuemin': '0', data: { testid: 'chart' },
      on: { click: (event) => this.clicked(event), keydown: (event) => this.key(event) },
    });
    this.points = [];
    container.append(this.root);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.root);
  }

  remove() {
    this.sizes.disconnect();
    this.root.remove();
  }

  /** points: what each position is worth to Player 1, with `mistake`; current: where one is; names: the moves. */
  show(points, current, names = []) {
    this.points = points;
    this.current = current;
    const move = current > 0 ? `after ${current}. ${names[current - 1] ?? ''}` : 'at the start';
    this.root.setAttribute('aria-valuemax', points.length - 1);
    this.root.setAttribute('aria-valuenow', current);
    this.root.setAttribute('aria-valuetext', `${move}: ${pointInWords(points[current])}`);
    this.draw();
  }

  draw() {
    const width = Math.floor(this.root.clientWidth);
    const { points, current } = this;
    if (!width || !points.length) return;
    const step = Math.min(WIDEST, (width - EDGE - 4) / points.length);
    this.step = step;
    const middle = HEIGHT / 2;
    const chances = points.some((point) => point?.about !== null && point?.about !== undefined);
    const gap = step > 8 ? 2 : step > 4 ? 1 : 0;
    const parts = [];
    const labels = chances ? [['1', 12], ['½', middle + 4], ['0', HEIGHT - 2]] : [['W', 12], ['D', middle + 4], ['L', HEIGHT - 2]];
    for (const [text, y] of labels) parts.push(svg('text', { class: 'axis', x: 4, y, text }));
    parts.push(svg('rect', { class: 'here', x: EDGE + current * step, y: 0, width: Math.max(step, 3), height: HEIGHT + FOOT, rx: 4 }));
    parts.push(svg('line', { class: 'zero', x1: EDGE, x2: EDGE + step * points.length, y1: middle, y2: middle }));
    points.forEach((point, ply) => {
      const x = EDGE + ply * step + gap / 2;
      const wide = Math.max(step - gap, 1);
      parts.push(...this.bar(point, x, wide, middle));
      if (point?.mistake && step > 5) parts.push(svg('text', { class: 'mistake', x: x + wide / 2, y: HEIGHT + FOOT - 5, 'text-anchor': 'middle', text: '?' }));
      else if (point?.mistake) parts.push(svg('rect', { class: 'mistake', x, y: HEIGHT + 3, width: wide, height: 5 }));
      else if (step > 16) parts.push(svg('text', { class: 'ply', x: x + wide / 2, y: HEIGHT + FOOT - 5, 'text-anchor': 'middle', text: ply }));
    });
    put(this.root, svg('svg', {
      width, height: HEIGHT + FOOT, viewBox: `0 0 ${width} ${HEIGHT + FOOT}`, 'aria-hidden': 'true', focusable: 'false',
    }, parts));
  }

  bar(point, x, width, middle) {
    if (point?.about !== null && point?.about !== undefined) {
      const height = Math.max(2, point.about * HEIGHT);
      return [svg('rect', { class: 'chance', x, y: HEIGHT - height, width, height, rx: 1.5 })];
    }
    if (!point?.value) return [svg('circle', { class: 'unknown', cx: x + width / 2, cy: middle, r: 2 })];
    const [y, height] = { win: [2, middle - 2], draw: [middle - 4, 8], lose: [middle, middle - 2] }[point.value];
    const parts = [svg('rect', { class: `bar ${point.value}`, x, y, width, height, rx: 1.5 })];
    if (width > 14 && point.value !== 'draw') {
      parts.push(svg('text', { class: `letter ${point.value}`, x: x + width / 2, y: point.value === 'win' ? y + 16 : y + height - 6, 'text-anchor': 'middle', text: LETTER[point.value] }));
    }
    return parts;
  }

  clicked(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left - EDGE;
    const ply = Math.floor(x / this.step);
    if (ply >= 0 && ply < this.points.length) this.onGo(ply);
  }

  key(event) {
    const last = this.points.length - 1;
    const to = {
      ArrowLeft: this.current - 1, ArrowDown: this.current - 1, ArrowRight: this.current + 1, ArrowUp: this.current + 1,
      Home: 0, End: last, PageUp: this.current + 10, PageDown: this.current - 10,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.onGo(Math.max(0, Math.min(last, to)));
  }
}
