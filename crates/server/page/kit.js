// What every part of the page needs: building nodes, requests to the server, screen reader announcements, storage. Text
// is always inserted as text: nothing here turns a string into markup.

/** @import { Answer, Child, Problem, Props } from '../page-types/wire.js' */

const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = ['value', 'checked', 'disabled', 'selected'];

/** @param {unknown[]} children */
function nodes(children) {
  const wanted = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return /** @type {(Node | string)[]} */ (wanted);
}

/**
 * @template {HTMLElement | SVGElement} N
 * @param {N} node
 * @param {Props} props
 * @param {Child[]} children
 */
function fill(node, { text, testid, data, on, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (PROPERTIES.includes(name)) Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  if (text !== undefined && text !== null) node.textContent = String(text);
  if (testid) node.dataset.testid = testid;
  Object.assign(node.dataset, data);
  for (const [event, act] of Object.entries(on ?? {})) node.addEventListener(event, /** @type {EventListener} */ (act));
  node.append(...nodes(children));
  return node;
}

/**
 * Builds an element: `el('p.faint.small', {}, 'Nobody is here.')`. Strings become text, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} tag with its classes
 * @param {Props} [props]
 * @param {...Child} children
 */
export function el(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = document.createElement(/** @type {T} */ (name));
  return fill(node, classes.length ? { class: classes.join(' '), ...props } : props, children);
}

/**
 * The same for SVG elements.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * A button, with its test id.
 * @param {Child} text
 * @param {string | undefined} testid
 * @param {(event: MouseEvent) => unknown} click
 * @param {Props} [props]
 */
export function button(text, testid, click, props) {
  return el('button', { type: 'button', testid, on: { click }, ...props }, text);
}

/**
 * A form that is handled on this page.
 * @param {Props} props
 * @param {() => unknown} submit
 * @param {...Child} children
 */
export function form(props, submit, ...children) {
  const node = el('form', props, ...children);
  node.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  return node;
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const inside = parent.contains(document.activeElement) && document.activeElement !== parent;
  parent.replaceChildren(...nodes(children));
  // Focus must not fall back to the start of the page: it stays in the nearest part that can have it.
  if (inside) {
    /** @type {HTMLElement | null} */ (parent.closest('[tabindex="-1"]'))?.focus({ preventScroll: true });
  }
}

/**
 * The same for buttons and the like, matched by test id: the keyboard focus stays where it is.
 * @param {Element} parent
 * @param {...Child} children
 */
export function renew(parent, ...children) {
  const focused = document.activeElement;
  const name = focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.testid : null;
  put(parent, ...children);
  if (name) find(parent, `[data-testid="${name}"]:not(:disabled)`)?.focus({ preventScroll: true });
}

/**
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function find(parent, selector) {
  return parent.querySelector(selector);
}

/**
 * A required element of the page.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
}

/**
 * Announces a sentence to screen readers. Sentences in quick succession are all announced.
 * @param {string | null} sentence
 */
export function announce(sentence) {
  if (!sentence) return;
  const live = byId('live');
  live.append(el('p', { text: sentence }));
  while (live.childElementCount > 30) live.firstElementChild?.remove();
}

/**
 * Shows a sentence for a while, and announces it.
 * @param {string} sentence
 */
export function toast(sentence, kind = 'note') {
  const note = el('p', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : undefined, text: sentence });
  byId('toasts').append(note);
  if (kind !== 'error') announce(sentence);
  setTimeout(() => note.remove(), 4000 + sentence.length * 50);
}

/**
 * An error from the server, or that it could not be reached (`status` 0). The message is a sentence. `kind`: the last
 * part of the problem's type; `patience`: the seconds to wait before a retry.
 */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message, kind = '', patience = 0) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.patience = patience;
  }

  /** Whether it may work in a while. */
  get passes() {
    return mayPass(this.status);
  }
}

/**
 * Whether it may help to ask again after a response: none, the server's own error, or one that blames the time of the request.
 * @param {number} status
 */
export function mayPass(status) {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

/**
 * An error message for people.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether a request was aborted, which is not an error.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Sends a request. Returns the text of the response, or throws an `ApiError` with a readable message.
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal }} [options]
 */
export async function fetchText(path, { body, signal } = {}) {
  const sent = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  let answer;
  try {
    answer = await fetch(path, { ...sent, headers, signal });
    // A response may also be cut off in the middle.
    if (answer.ok) return await answer.text();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, 'The server cannot be reached. Please try again in a moment.');
  }
  /** @type {Partial<Problem>} */
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // A proxy answered in another format; only its status is known.
  }
  const detail = problem.detail ?? problem.title ?? `The server answered with status ${answer.status}.`;
  const patience = Number(answer.headers.get('retry-after')) || 0;
  throw new ApiError(answer.status, sentence(detail), (problem.type ?? '').split('/').at(-1), patience);
}

/**
 * The same for JSON.
 * @template {string} P
 * @param {P} path
 * @param {{ body?: unknown, signal?: AbortSignal }} [options]
 * @returns {Promise<Answer<P>>}
 */
export async function api(path, options) {
  return JSON.parse(await fetchText(path, options));
}

/**
 * Makes a text a sentence, with a capital letter and a full stop.
 * @param {string} text
 */
export function sentence(text) {
  const trimmed = text.trim();
  const stop = /[.!?…]$/.test(trimmed) ? '' : '.';
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + stop;
}

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * Requests what never changes while the server runs, and caches the response.
 * @template T
 * @param {string} address
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export function once(address, ask) {
  const known = asked.get(address);
  if (known) return known;
  const answer = ask();
  asked.set(address, answer);
  answer.catch(() => asked.delete(address));
  return answer;
}

/**
 * Like `api`, for what never changes while the server runs.
 * @template {string} P
 * @param {P} path
 */
export function apiOnce(path) {
  return once(path, () => api(path));
}

/**
 * Even accessing a storage may be refused.
 * @param {() => Storage} store
 */
const remembering = (store) => ({
  /** @param {string} name */
  get(name) {
    try {
      return store().getItem(`numberline.${name}`);
    } catch {
      return null;
    }
  },
  /**
   * @param {string} name
   * @param {string | null} value
   */
  set(name, value) {
    try {
      if (value === null) store().removeItem(`numberline.${name}`);
      else store().setItem(`numberline.${name}`, value);
    } catch {
      // Private windows may refuse; the page works without storage.
    }
  },
});

/** What this browser stores. The page works without it, too. */
export const memory = remembering(() => localStorage);

/** What this window stores until it is closed, across reloads. */
export const visit = remembering(() => sessionStorage);

/** 128 random bits, as 32 hexadecimal digits: a command's id, or the key to a seat. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * `?a=1&a=2&b=3` of `{ a: [1, 2], b: 3 }`; empty values are left out.
 * @param {Record<string, unknown>} values
 */
export function query(values) {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  const kept = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(kept.map(([name, value]) => [String(name), String(value)])).toString();
  return text ? `?${text}` : '';
}

/** Whether animations are allowed. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Copies a text. Also works on a page that was not loaded over HTTPS.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el('textarea.sr', { value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/**
 * A button that copies a text, and says whether it did.
 * @param {string} label
 * @param {string} testid
 * @param {string} text
 * @param {string} what what it is, for screen readers
 */
export function copyButton(label, testid, text, what) {
  const root = button(label, testid, async () => {
    const done = await copy(text);
    root.textContent = done ? 'Copied ✓' : 'Could not copy: select the text instead';
    announce(done ? `The ${what} was copied.` : `The ${what} could not be copied.`);
    setTimeout(() => {
      root.textContent = label;
    }, 2500);
  }, { class: 'main' });
  return root;
}

/**
 * Asks a yes-or-no question. Returns whether the person agreed.
 * @param {string} question
 * @param {string} yes
 */
export function confirmed(question, yes, no = 'Cancel') {
  return new Promise((answer) => {
    const dialog = sheet(question, 'confirm', 'small', el('p.ask', { text: question }),
      el('button', { value: 'no', autofocus: true, text: no, testid: 'confirm-no' }),
      el('button', { value: 'yes', class: 'danger', text: yes, testid: 'confirm-yes' }));
    dialog.addEventListener('close', () => answer(dialog.returnValue === 'yes'));
  });
}

/**
 * Shows a dialog until it is answered with one of its buttons.
 * @param {string} label
 * @param {string} testid
 * @param {string} style
 * @param {Child} content
 * @param {...HTMLButtonElement} buttons
 */
export function sheet(label, testid, style, content, ...buttons) {
  const dialog = el('dialog', { class: `sheet ${style}`, 'aria-label': label, testid }, content,
    el('form', { method: 'dialog', class: 'row end' }, buttons));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
