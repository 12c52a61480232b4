// What the learner can do in each game, computed by the server from the answers that this browser remembers.

import { Curve } from './curve.js';
import { api, apiOnce, button, confirmed, el, put, reason, toast } from './kit.js';
import { attempts, bring, erase, written } from './learned.js';
import { go, title } from './nav.js';

/** @import { GameProgress, Progress } from '../page-types/wire.js' */

/** @returns {Promise<Progress>} */
export function standing() {
  return api('/api/progress', { body: { attempts: attempts() } });
}

/**
 * Where a suggestion leads, which the server words as a command: `learn duel nimbers`, `puzzle duel`, `drill`.
 * @param {string} command
 */
export function addressOf(command) {
  const [what, game, more] = command.split(' ');
  if (what === 'learn') return `/learn/${[game, more].filter(Boolean).join('/')}`;
  if (what === 'puzzle') return `/puzzles${game ? `?game=${game}` : ''}`;
  return what === 'drill' ? '/drill' : '/learn';
}

/** @param {Element} main */
export async function show(main) {
  title('My progress');
  const [known, games] = await Promise.all([standing(), apiOnce('/api/games')]);
  const count = attempts().length;
  const names = new Map(games.map(({ slug, title: name }) => [slug, name]));
  /** @type {Curve[]} */
  const curves = [];
  const met = known.games.filter(({ lessons, puzzles, predictions }) => lessons.length + puzzles + predictions > 0);
  put(main,
    el('div.progress', {}, el('h1', { text: 'My progress' }),
      el('section.panel.next-step', { testid: 'next-step' },
        el('span', {}, el('strong', { text: 'Next for you: ' }), `${known.because}.`,
          known.due ? ` ${known.due === 1 ? 'One drill is' : `${known.due} drills are`} due.` : ''),
        el('a.button.main', { href: addressOf(known.next), text: 'Start', testid: 'next-start' })),
      met.length ? met.map((game) => panel(game, names.get(game.game) ?? game.game, curves))
        : el('p.panel', { testid: 'no-progress',
          text: 'Nothing yet. Finish a lesson or try a puzzle, and it shows here.' }), storage(count)));
  return () => {
    for (const curve of curves) curve.remove();
  };
}

/**
 * @param {GameProgress} progress
 * @param {string} name
 * @param {Curve[]} curves
 */
function panel(progress, name, curves) {
  const { game, lessons, ofLessons, rating, deviation, puzzles, solved, streak, bestStreak, predictions } = progress;
  const score = progress.predictionScore;
  const facts = [['Lessons', `${lessons.length} of ${ofLessons}`], ['Rating',
    rating ? `${rating} ± ${deviation}` : '–'], ['Puzzles', puzzles ? `${solved} of ${puzzles} at once` : '–'], [
    'Streak',
    puzzles ? `${streak}, best ${bestStreak}` : '–',
  ], ['Predictions',
    predictions && typeof score === 'number' ? `${Math.round(100 * score)} % of ${predictions}` : '–']];
  const box = el('section.panel.game-progress', { 'aria-labelledby': `progress-${game}`, testid: `progress-${game}` },
    el('h2', { id: `progress-${game}`, text: name }),
    el('dl.facts', {},
      facts.map(([label, value]) => el('div', {}, el('dt', { text: label }), el('dd', { text: value })))));
  if (progress.curve.length > 1) curves.push(new Curve(box, progress.curve, 'Rating after each puzzle'));
  const predicted = progress.predictionCurve.map((each) => Math.round(100 * each));
  if (predicted.length > 1)
    curves.push(new Curve(box, predicted, 'Accuracy of your predictions, over the last ten', ' %'));
  if (progress.ideas.length) {
    box.append(el('h3', { text: 'Ideas' }),
      el('ul.ideas', {}, progress.ideas.map(({ idea, tried, right, mastered }) => {
        const fill = el('span.accuracy-fill');
        fill.style.inlineSize = `${(100 * right) / tried}%`;
        return el('li', {}, el('span', { text: idea }), el('span.accuracy-bar', { 'aria-hidden': 'true' }, fill),
          el('span.faint.small', { text: `${right} of ${tried} at once${mastered ? ', mastered ✓' : ''}` }));
      })));
  }
  return box;
}

/**
 * Taking the answers elsewhere, and forgetting them.
 * @param {number} count
 */
function storage(count) {
  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true, testid: 'import-file' });
  file.addEventListener('change', async () => {
    try {
      const fresh = bring(await file.files?.[0]?.text() ?? '');
      toast(fresh === 1 ? 'One answer was added.' : `${fresh} answers were added.`);
      go('/progress');
    } catch (error) {
      toast(reason(error), 'error');
    }
  });
  const save = () => {
    const address = URL.createObjectURL(new Blob([written(attempts())], { type: 'application/json' }));
    el('a', { href: address, download: 'numberline-answers.json' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const forget = async () => {
    if (!(await confirmed('Forget every answer that this browser remembers?', 'Forget them', 'Keep them'))) return;
    erase();
    toast('Every answer is forgotten.');
    go('/progress');
  };
  return el('section.panel.storage', {}, el('h2', { text: 'Your answers' }),
    el('p.faint', { testid: 'answer-count',
      text: `${count === 1 ? 'One answer is' : `${count} answers are`} kept in this browser, and nowhere else.` }),
    el('div.row', {}, button('Export', 'export', save, { disabled: !count }),
      button('Import', 'import', () => file.click()),
      button('Erase', 'erase', forget, { class: 'danger', disabled: !count })), file);
}
