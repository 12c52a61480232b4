// The address of a position on the analysis board, never longer than servers and what stands before them take.

import { query } from './kit.js';

/** The longest address that is asked for. */
export const LONGEST_ADDRESS = 6000;

/**
 * The first of several ways to say where one is that is short enough. Each is a list of pairs; says which it was, or -1
 * where not even the last one fits, which leads to the start of the game then.
 */
export function studyAddress(slug, ways) {
  const addresses = ways.map((pairs) => `/study/${slug}${query(pairs)}`);
  const way = addresses.findIndex((address) => address.length <= LONGEST_ADDRESS);
  return { address: addresses[way] ?? `/study/${slug}`, way };
}
