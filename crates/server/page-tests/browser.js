// Browser features that Node lacks, as far as the modules without drawing need them.

import { webcrypto } from 'node:crypto';

globalThis.crypto ??= webcrypto;

/** Replaces globals until they are restored. */
export function stub(values) {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      delete globalThis[name];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

/** A store like `localStorage`. */
export function store() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, String(value)),
    removeItem: (name) => kept.delete(name) };
}

/** A `fetch` that answers from a list and records the requests. */
export function answering(...answers) {
  const asked = [];
  const fetch = (address, options) => {
    asked.push({ address, ...options });
    const { status = 200, body = '', headers = {} } = answers.shift() ?? {};
    if (status === 0) return Promise.reject(new TypeError('no network'));
    return Promise.resolve(new Response(body, { status, headers }));
  };
  return { fetch, asked };
}

/** A window that events can be sent to, with a place for screen reader announcements. */
export function windowStub() {
  const target = new EventTarget();
  const said = [];
  const element = () => ({ append: (node) => said.push(node.textContent), childElementCount: 0, dataset: {} });
  return { said, send: (name) => target.dispatchEvent(new Event(name)),
    globals: { addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      document: Object.assign(new EventTarget(), { createElement: () => ({ append() {}, dataset: {} }),
        getElementById: element, querySelector: () => null, visibilityState: 'visible' }), navigator: { onLine: true },
      location: { protocol: 'http:', host: 'here' } } };
}
