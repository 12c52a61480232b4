// The keys that the current part of the page handles.

/**
 * Whether the user is typing into a field.
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
 * A row of a table of keys: the keys as the help shows them, what they do, and the action of each. A row without actions
 * is about keys that are handled elsewhere.
 * @typedef {[string, string, Record<string, (event: KeyboardEvent) => unknown>?]} KeyRow
 */

/**
 * The actions of all keys in a table.
 * @param {KeyRow[]} rows
 * @returns {NonNullable<KeyRow[2]>}
 */
const actions = (rows) => Object.assign({}, ...rows.map((row) => row[2]));

/**
 * Handles the keys that nothing on the page has handled.
 * @param {KeyRow[]} rows
 * @returns {() => void} removes the handler
 */
export function onKeys(rows) {
  const acts = actions(rows);
  const shown = new AbortController();
  addEventListener('keydown', (event) => {
    if (!isTaken(event)) acts[event.key]?.(event);
  }, { signal: shown.signal });
  return () => shown.abort();
}

/**
 * Lets keys step through the moves of a match. While the number line has the keyboard focus, arrows move along the line
 * instead, and a chart has its own keys.
 * @param {KeyRow[]} rows
 * @param {(event: KeyboardEvent) => void} [other] the action of all other keys
 * @returns {() => void} removes the handler
 */
export function useMoveKeys(rows, other) {
  const acts = actions(rows);
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
