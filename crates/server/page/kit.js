// What every part of the page needs: building nodes, asking the server, speaking to screen readers, remembering.
// Text always goes in as text: there is no way here to turn a string into markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') node.setAttribute('class', value);
    else if (name === 'text') node.textContent = value;
    else if (name === 'on') for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') node[name] = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Builds an element: `el('button', {class: 'main', on: {click}}, 'Play')`. Strings become text, never markup. */
export function el(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for a piece of a drawing. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Puts nodes in the place of whatever an element holds. */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

/** The same for buttons and the like, by their names for tests: the keyboard stays on the one it is on. */
export function renew(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
  put(parent, ...children);
  if (focused) parent.querySelector(`[data-testid="${focused}"]`)?.focus({ preventScroll: true });
  return parent;
}

/** Says a sentence to screen readers. Sentences that come quickly after each other are all said. */
export function announce(sentence) {
  const live = document.getElementById('live');
  if (!live || !sentence) return;
  live.append(el('p', { text: sentence }));
  while (live.childElementCount > 30) live.firstElementChild.remove();
}

/** Shows a sentence for a while, and says it. */
export function toast(sentence, kind = 'note') {
  const note = el('p', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : undefined, text: sentence });
  document.getElementById('toasts').append(note);
  if (kind !== 'error') announce(sentence);
  setTimeout(() => note.remove(), 4000 + sentence.length * 50);
}

/**
 * What the server said no to, or that it could not be reached (`status` 0). The message is a sentence. `kind`: the last word
 * of the problem's type; `patience`: after how many seconds the server wants to be asked again.
 */
export class ApiError extends Error {
  constructor(status, message, kind = '', patience = 0) {
    super(message);
    Object.assign(this, { status, kind, patience });
  }
}

/** Asks the server. Gives back what its JSON says, or throws an `ApiError` whose message a person can read. */
export async function api(path, { method, body, key, signal, text } = {}) {
  const headers = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers.authorization = `Bearer ${key}`;
  let answer;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    // An answer may also break off in the middle.
    if (answer.ok) return await (text ? answer.text() : answer.json());
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The server cannot be reached. Please try again in a moment.');
  }
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // Something in between answered in another way; its status is all there is.
  }
  const kind = String(problem.type ?? '').split('/').at(-1);
  const patience = Number(answer.headers.get('retry-after')) || 0;
  throw new ApiError(answer.status, sentence(problem.detail ?? problem.title ?? `The server answered ${answer.status}.`), kind, patience);
}

/** A text with a capital letter and a full stop, as sentences have. */
export function sentence(text) {
  const trimmed = String(text).trim();
  const stop = /[.!?…]$/.test(trimmed) ? '' : '.';
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + stop;
}

const asked = new Map();

/** Like `api` for what never changes while the server runs: it is asked for once. */
export function once(path) {
  if (!asked.has(path)) {
    const answer = api(path);
    asked.set(path, answer);
    answer.catch(() => asked.delete(path));
  }
  return asked.get(path);
}

// Reaching for a store may itself be refused.
const remembering = (store) => ({
  get(name) {
    try {
      return store().getItem(`numberline.${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value === null) store().removeItem(`numberline.${name}`);
      else store().setItem(`numberline.${name}`, value);
    } catch {
      // Private windows may refuse; the page works without.
    }
  },
});

/** What this browser remembers. A browser that remembers nothing still plays. */
export const memory = remembering(() => localStorage);

/** What this window remembers until it is closed, also when the page is loaded again. */
export const visit = remembering(() => sessionStorage);

const KEYS_KEPT = 200;
const held = new Map();

function ring() {
  try {
    const kept = JSON.parse(memory.get('keys') ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Keeps the key to a seat, in this browser alone. The oldest of many are forgotten. `wished`: the seat was asked for with it,
 * and there is no answer yet.
 */
export function keepKey(room, seat, key, wished = false) {
  const entry = wished ? { room, seat, key, wished } : { room, seat, key };
  held.set(room, entry);
  const others = ring().filter((other) => other.room !== room);
  memory.set('keys', JSON.stringify([entry, ...others].slice(0, KEYS_KEPT)));
}

/** The key to a seat in a room: `{seat, key, wished}`, or nothing for who only watches. */
export function keyOf(room) {
  return ring().find((entry) => entry.room === room) ?? held.get(room) ?? null;
}

/** Forgets a key that the server does not know. */
export function dropKey(room) {
  held.delete(room);
  memory.set('keys', JSON.stringify(ring().filter((entry) => entry.room !== room)));
}

/** 128 random bits, as 32 hexadecimal digits: to tell commands apart, or as the key to a seat. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `a=1&a=2&b=3` of `[['a', 1], ['a', 2], ['b', 3]]`; what is empty is left out. */
export function query(pairs) {
  const kept = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(kept).toString();
  return text ? `?${text}` : '';
}

/** Whether things may move on the screen. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Copies a text. Works also where the page was not loaded over a safe line. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el('textarea', { class: 'sr', value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** Asks a question with two answers. Gives back whether the person agreed. */
export function confirmed(question, yes, no = 'Cancel') {
  return new Promise((answer) => {
    const dialog = el('dialog', { class: 'sheet small', 'aria-label': question, data: { testid: 'confirm' } },
      el('p', { class: 'ask', text: question }),
      el('form', { method: 'dialog', class: 'row end' },
        el('button', { value: 'no', autofocus: true, text: no, data: { testid: 'confirm-no' } }),
        el('button', { value: 'yes', class: 'danger', text: yes, data: { testid: 'confirm-yes' } })));
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
