// Drills: what was missed comes back, as the same reason on a new position.

import { api, button, el, put } from './kit.js';
import { attempts, keep } from './learned.js';
import { title } from './nav.js';
import { Quiz } from './quiz.js';

/** @import { AskedPuzzle, Prediction } from '../page-types/wire.js' */

/** @param {Element} main */
export async function show(main) {
  title('Drills');
  const { drills, nothing, done } = await api('/api/drills', { body: { attempts: attempts() } });
  const place = el('div.drills', {}, el('h1', { text: 'Drills' }));
  put(main, place);
  if (!drills.length) {
    place.append(
      el('section.panel', { testid: 'no-drills' }, el('p', { text: nothing }),
        el('p.row', {}, el('a.button.main', { href: '/puzzles', text: 'Puzzles' }),
          el('a.button', { href: '/learn', text: 'Lessons' }))),
    );
    return;
  }
  const quiz = new Quiz();
  const heading = el('h2', { tabindex: '-1', testid: 'drill-heading' });
  const after = el('div.row.after');
  const panel = el('section.panel.puzzle', { 'aria-label': 'Drill' }, heading, quiz.root, after);
  place.append(panel);
  await ask(0);
  return () => quiz.remove();

  /**
   * @param {number} number
   * @returns {Promise<void>}
   */
  async function ask(number) {
    put(after);
    const drill = drills[number];
    if (!drill) {
      heading.textContent = done;
      quiz.root.hidden = true;
      put(after, el('a.button.main', { href: '/progress', text: 'My progress', testid: 'drills-done' }));
      return heading.focus({ preventScroll: true });
    }
    const { puzzle, before } = drill;
    heading.textContent = drill.heading;
    panel.dataset.puzzle = puzzle.id;
    if (before) await predict(number, puzzle, before);
    else await solve(number, puzzle);
  }

  /**
   * What can be said about the position without a move is asked first.
   * @param {number} number
   * @param {AskedPuzzle} puzzle
   * @param {Prediction} before
   */
  async function predict(number, { game, board }, { task, asked }) {
    const question = { set: board.settings.split(' '), position: board.position };
    await quiz.show({ game, board, asked, judge: async (answer) => {
      const reply = await api(`/api/games/${game}/predict`, { body: { question, task, answer } });
      keep(reply.attempt);
      return reply;
    }, onDone: () => {
      put(after, button('Find the move', 'to-move', () => solve(number, drills[number].puzzle), { class: 'main' }));
      after.querySelector('button')?.focus({ preventScroll: true });
    } });
    put(after, button('Skip', 'skip-prediction', () => solve(number, drills[number].puzzle), { class: 'quiet' }));
    if (number) quiz.focus();
  }

  /**
   * @param {number} number
   * @param {AskedPuzzle} puzzle
   */
  async function solve(number, puzzle) {
    put(after);
    const path = `/api/puzzles/${puzzle.id}`;
    let [wrong, hinted] = [0, 0];
    const body = () => ({ purpose: 'drill', wrong, hints: hinted });
    await quiz.show({ game: puzzle.game, board: puzzle.board, asked: puzzle.asked, judge: async (answer) => {
      const reply = await api(`${path}/answer`, { body: { ...body(), answer } });
      if (!reply.right) wrong += 1;
      keep(reply.attempt);
      return reply;
    }, hint: async (hints) => {
      hinted += 1;
      return (await api(`${path}/hint`, { body: { purpose: 'drill', hints, wrong } })).text;
    }, solve: async () => {
      const { text, attempt } = await api(`${path}/solution`, { body: body() });
      keep(attempt);
      return text;
    }, onDone: () => {
      const last = number === drills.length - 1;
      put(after, button(last ? 'Done' : 'Next drill', 'next-drill', () => ask(number + 1), { class: 'main' }));
      after.querySelector('button')?.focus({ preventScroll: true });
    } });
    if (number) quiz.focus();
  }
}
