// Retries while the server cannot be reached, with growing and randomized delays.

import { announce, ApiError, mayPass } from './kit.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 20_000;
// The responses that mean a missing server, a proxy's error, or an overloaded server.
const LATER = [0, 502, 503, 504];
const LONGEST_PATIENCE = 60;

/**
 * The delay after this many failures, in milliseconds.
 * @param {number} failures
 */
export function waitAfter(failures) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + Math.random() / 2);
}

/**
 * What is said while the next try is this many seconds away, after the reason.
 * @param {number} seconds
 * @param {string} why
 */
export function tryingIn(seconds, why = '') {
  return navigator.onLine === false ? 'This device is offline. Trying again when it is back.'
    : `${why} Trying again in ${seconds} s.`.trim();
}

/**
 * Asks for a picture again until it arrives, as long as it is shown and may come.
 * @param {HTMLImageElement} image
 */
export function persistent(image) {
  const address = image.src;
  let failures = 0;
  image.addEventListener('error', () => {
    setTimeout(async () => {
      if (image.isConnected && await mayCome(address)) image.src = address;
    }, waitAfter(failures));
    failures += 1;
  });
  return image;
}

/**
 * Whether it helps to ask for something again. A picture itself does not tell why it is missing.
 * @param {string} address
 */
async function mayCome(address) {
  const { status } = await fetch(address, { method: 'HEAD' }).catch(() => ({ status: 0 }));
  return status !== 0 && status < 400 || mayPass(status);
}

/**
 * Retries until there is an answer. The request must be idempotent. `tell` is called with progress messages; the signal
 * aborts.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(text: string) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export async function persist(ask, tell, signal) {
  for (let failures = 0;; failures += 1) {
    let [why, wait] = ['', 0];
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || !LATER.includes(error.status) || signal.aborted) throw error;
      why = error.status === 503 ? 'The server is not ready.' : 'The server cannot be reached.';
      wait = Math.max(waitAfter(failures), 1000 * Math.min(LONGEST_PATIENCE, error.patience));
      if (failures === 0) announce(`${why} Retrying automatically.`);
    }
    await pause(wait, (seconds) => tell(tryingIn(seconds, why)), signal);
    tell('Trying again…');
  }
}

/**
 * Waits, and shows the remaining seconds. A device that comes back online does not wait any longer.
 * @param {number} time
 * @param {(seconds: number) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(time, tell, signal) {
  const stopCounting = countDown(time, tell);
  return new Promise((done, stop) => {
    const end = () => {
      clearTimeout(timer);
      stopCounting();
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) stop(signal.reason);
      else done();
    };
    const timer = setTimeout(end, time);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Reports the remaining seconds every second. Returns a function that stops it.
 * @param {number} time in milliseconds
 * @param {(seconds: number) => void} tell
 */
export function countDown(time, tell) {
  const until = Date.now() + time;
  const count = () => tell(Math.max(1, Math.ceil((until - Date.now()) / 1000)));
  count();
  const counting = setInterval(count, 1000);
  return () => clearInterval(counting);
}
