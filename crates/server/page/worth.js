// What drawing needs to know about values: letters, and fractions as numbers. The sentences come from the server.

/**
 * The letter next to every colour.
 * @type {Record<string, string>}
 */
export const LETTER = { win: 'W', draw: 'D', lose: 'L' };

/**
 * `W5`, or `D`: the letter with the plies to the end, where they are known.
 * @param {string} value
 * @param {number | null} [remoteness]
 */
export function label(value, remoteness) {
  return `${LETTER[value]}${remoteness ?? ''}`;
}

/**
 * `win in 5`, or `draw`.
 * @param {string} value
 * @param {number | null} [remoteness]
 */
export function inWords(value, remoteness) {
  return remoteness === null || remoteness === undefined ? value : `${value} in ${remoteness}`;
}

/**
 * A fraction such as `28983752/72184713` as a number, for drawing. Its parts may exceed the range of numbers.
 * @param {string} fraction
 */
export function decimal(fraction) {
  const [above, below = '1'] = fraction.split('/');
  return Number((BigInt(above) * 1_000_000_000n) / BigInt(below)) / 1e9;
}
