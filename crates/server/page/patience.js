// Trying again while the server cannot be reached: longer waits each time, and never quite as long as everybody else's.

import { announce } from './kit.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 20_000;
// What is said when nobody was there to answer, or only something in between.
const NOBODY = [0, 502, 504];

/** How long to wait after so many failures, in milliseconds. */
export function waitAfter(failures) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + Math.random() / 2);
}

/**
 * Asks until there is an answer. What is asked must count once however often it arrives. `tell` is called with what is
 * being done about a line that is down; the signal ends it all.
 */
export async function persist(ask, tell, signal) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!NOBODY.includes(error.status) || signal.aborted) throw error;
      if (failures === 0) announce('The server cannot be reached. It is asked again by itself.');
    }
    await pause(waitAfter(failures), tell, signal);
    tell('Trying again…');
  }
}

/** Waits, and counts the seconds for the eye. A device that comes back need not wait any longer. */
function pause(time, tell, signal) {
  const until = Date.now() + time;
  const count = () => {
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    tell(navigator.onLine === false ? 'This device is offline. Trying again when it is back.' : `The server cannot be reached. Trying again in ${seconds} s.`);
  };
  count();
  return new Promise((done, stop) => {
    const end = () => {
      clearTimeout(timer);
      clearInterval(counting);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) stop(signal.reason);
      else done();
    };
    const timer = setTimeout(end, time);
    const counting = setInterval(count, 1000);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
