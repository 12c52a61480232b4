// Which keys mean something to the part of the page that is shown.

/**
 * Whether something is being typed into a field.
 * @param {Event} event
 */
export function inField({ target }) {
  return target instanceof Element && target.matches('input, textarea, select');
}

/**
 * Whether a key belongs to the browser or to a dialog.
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  return event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null;
}

/**
 * Lets keys go through the moves of a match. Somebody who has come to the number line with the keyboard goes along the
 * line instead, and a chart has keys of its own.
 * @param {Record<string, (event: KeyboardEvent) => unknown>} acts what a key does
 * @param {(event: KeyboardEvent) => void} [other] what all other keys do
 * @returns {() => void} what puts an end to it
 */
export function useMoveKeys(acts, other) {
  const shown = new AbortController();
  const options = { capture: true, signal: shown.signal };
  let pointed = false;
  document.addEventListener('pointerdown', () => {
    pointed = true;
  }, options);
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (isTaken(event) || inField(event) || !(target instanceof Element) || target.closest('[role="slider"]')) return;
    if (key === 'Tab') pointed = false;
    if (target.closest('.cells') && !pointed && /^(Arrow|Home|End)/.test(key)) return;
    if (!acts[key]) return other?.(event);
    event.preventDefault();
    event.stopPropagation();
    acts[key](event);
  }, options);
  return () => shown.abort();
}
