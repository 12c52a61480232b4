// What drawing needs to know about values: letters, and fractions as numbers. The sentences come from the server.

/**
 * The letter next to every colour: the first of a value's short text, such as `W in 5`.
 * @param {string} short
 */
export const letterOf = (short) => short.charAt(0);

/**
 * A fraction such as `28983752/72184713` as a number, for drawing. Its parts may exceed the range of numbers.
 * @param {string} fraction
 */
export function decimal(fraction) {
  const [above, below = '1'] = fraction.split('/');
  return Number((BigInt(above) * 1_000_000_000n) / BigInt(below)) / 1e9;
}
