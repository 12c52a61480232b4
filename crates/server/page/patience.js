// Trying again while the server cannot be reached: longer waits each time, and never quite as long as everybody else's.

import { announce, ApiError } from './kit.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 20_000;
// What is said when nobody was there to answer, or only something in between, or the server has no time just now.
const LATER = [0, 502, 503, 504];
const LONGEST_PATIENCE = 60;

/**
 * How long to wait after so many failures, in milliseconds.
 * @param {number} failures
 */
export function waitAfter(failures) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + Math.random() / 2);
}

/**
 * Asks until there is an answer. What is asked must count once however often it arrives. `tell` is called with what is
 * being done about it; the signal ends it all.
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
      if (failures === 0) announce(`${why} It is asked again by itself.`);
    }
    await pause(wait, (seconds) =>
      tell(
        navigator.onLine === false ? 'This device is offline. Trying again when it is back.'
          : `${why} Trying again in ${seconds} s.`,
      ), signal);
    tell('Trying again…');
  }
}

/**
 * Waits, and counts the seconds for the eye. A device that comes back need not wait any longer.
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
 * Tells every second how many are left. Gives back what stops it.
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
