// The keys to the seats that this browser has taken.

import { memory } from './kit.js';

/**
 * `wished`: the seat was requested with the key, and there is no answer yet.
 * @typedef {{ room: string, seat: number | null, key: string, wished?: boolean }} Kept
 */

const KEYS_KEPT = 200;
/** @type {Map<string, Kept>} */
const held = new Map();

/** @returns {Kept[]} */
function ring() {
  try {
    const kept = JSON.parse(memory.get('keys') ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Stores the key to a seat. The oldest of many are dropped.
 * @param {string} room
 * @param {number | null} seat
 * @param {string} key
 */
export function keepKey(room, seat, key, wished = false) {
  const entry = wished ? { room, seat, key, wished } : { room, seat, key };
  held.set(room, entry);
  const others = ring().filter((other) => other.room !== room);
  memory.set('keys', JSON.stringify([entry, ...others].slice(0, KEYS_KEPT)));
}

/**
 * The key to a seat in a room; nothing for a spectator.
 * @param {string} room
 */
export function keyOf(room) {
  return ring().find((entry) => entry.room === room) ?? held.get(room) ?? null;
}

/**
 * Forgets a key that the server does not know.
 * @param {string} room
 */
export function dropKey(room) {
  held.delete(room);
  memory.set('keys', JSON.stringify(ring().filter((entry) => entry.room !== room)));
}
