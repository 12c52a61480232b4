// Short tones, made here: there is nothing to load. They are off until a player wants them.

import { isOn } from './options.js';

/** @typedef {'move' | 'turn' | 'won' | 'lost' | 'even' | 'join'} Tone */

/** @type {Record<Tone, [number, number][]>} Frequencies in hertz, and when each begins in seconds. */
export const TONES = { move: [[330, 0]], turn: [[523, 0], [659, 0.09]], won: [[523, 0], [659, 0.12], [784, 0.24]],
  lost: [[392, 0], [330, 0.14], [262, 0.28]], even: [[392, 0], [392, 0.16]], join: [[440, 0], [587, 0.1]] };

const LENGTH = 0.18;
const LOUD = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a tone, if sound is switched on. Browsers allow that only after the player has done something on the page.
 * @param {Tone} name
 */
export function sound(name) {
  if (!isOn('sound') || !('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  for (const [pitch, after] of TONES[name]) {
    const [tone, level] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + after;
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    // A tone that ends at once would crack.
    level.gain.setValueAtTime(LOUD, begin);
    level.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(level).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}
