// The script with the parts that the first page does without.

import { el } from './kit.js';

/**
 * @typedef {typeof import('./parts.js')} Parts
 * @type {Promise<Parts> | undefined}
 */
let asked;

/**
 * The parts, as soon as their script is there. If it does not arrive, `boot.js` says so and asks for it again.
 * @returns {Promise<Parts>}
 */
export function parts() {
  asked ??= new Promise((done) => {
    const came = (/** @type {Event} */ event) => done(/** @type {CustomEvent<Parts>} */ (event).detail);
    addEventListener('numberline-parts', came, { once: true });
    document.head.append(el('script', { src: '/assets/parts.js' }));
  });
  return asked;
}
