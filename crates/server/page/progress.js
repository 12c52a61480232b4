// What the learner can do in each game, computed by the server from the answers and games that this browser remembers.

import { Curve } from './curve.js';
import { api, apiOnce, button, confirmed, el, put, reason, toast } from './kit.js';
import { attempts, bring, erase, games as played, learned, unreadable, written } from './learned.js';
import { go, title } from './nav.js';

/** @import { GameProgress, Progress, Strength } from '../page-types/wire.js' */

/** @returns {Promise<Progress>} */
export function standing() {
  return api('/api/progress', { body: { attempts: attempts(), games: played() } });
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
  const names = new Map(games.map(({ slug, title: name }) => [slug, name]));
  /** @type {Curve[]} */
  const curves = [];
  const strengths = new Map(known.strengths.map((strength) => [strength.game, strength]));
  const met = known.games.filter(({ game, lessons, puzzles, predictions }) =>
    lessons.length + puzzles + predictions > 0 || strengths.has(game)
  );
  put(main,
    el('div.progress', {}, el('h1', { text: 'My progress' }),
      el('section.panel.next-step', { testid: 'next-step' },
        el('span', {}, el('strong', { text: 'Next for you: ' }), `${known.because}.`,
          known.due ? ` ${known.due === 1 ? 'One drill is' : `${known.due} drills are`} due.` : ''),
        el('a.button.main', { href: addressOf(known.next), text: 'Start', testid: 'next-start' })),
      met.length ? met.map((game) => panel(game, names.get(game.game) ?? game.game, strengths.get(game.game), curves))
        : el('p.panel', { testid: 'no-progress',
          text: 'Nothing yet. Finish a lesson, try a puzzle or play against the computer, and you will see it here.' }),
      known.strengths.length || known.games.some(({ ratingText }) => ratingText)
        ? el('p.faint.small', { testid: 'margin', text: known.margin }) : null, storage()));
  return () => {
    for (const curve of curves) curve.remove();
  };
}

/**
 * @param {GameProgress} progress
 * @param {string} name
 * @param {Strength | undefined} strength
 * @param {Curve[]} curves
 */
function panel(progress, name, strength, curves) {
  const { game, lessons, ofLessons, ratingText, puzzles, solved, streak, bestStreak, predictions } = progress;
  const score = progress.predictionScore;
  const guessed = predictions && typeof score === 'number' ? `${Math.round(100 * score)} % of ${predictions}` : '–';
  const facts = { 'Rating against computers': strength?.text ?? '–', 'Lessons': `${lessons.length} of ${ofLessons}`,
    'Rating in puzzles': ratingText ?? '–', 'Puzzles': puzzles ? `${solved} of ${puzzles} on the first try` : '–',
    'Streak': puzzles ? `${streak}, best ${bestStreak}` : '–', 'Predictions': guessed };
  const box = el('section.panel.game-progress', { 'aria-labelledby': `progress-${game}`, testid: `progress-${game}` },
    el('h2', { id: `progress-${game}`, text: name }),
    el('dl.facts', {},
      Object.entries(facts).map(([label, value]) =>
        el('div', {}, el('dt', { text: label }), el('dd', { text: value }))
      )));
  if (progress.curve.length > 1) curves.push(new Curve(box, progress.curve, 'Rating after each puzzle'));
  const predicted = progress.predictionCurve.map((each) => Math.round(100 * each));
  if (predicted.length > 1)
    curves.push(new Curve(box, predicted, 'Accuracy of your predictions, over the last ten', ' %'));
  if (progress.ideas.length) {
    box.append(el('h3', { text: 'Ideas' }),
      el('ul.ideas', {}, progress.ideas.map(({ meaning, tried, right, mastered }) => {
        const fill = el('span.accuracy-fill');
        fill.style.inlineSize = `${(100 * right) / tried}%`;
        return el('li', {}, el('span', { text: meaning }), el('span.accuracy-bar', { 'aria-hidden': 'true' }, fill),
          el('span.faint.small', { text: `${right} of ${tried} on the first try${mastered ? ', mastered ✓' : ''}` }));
      })));
  }
  return box;
}

/** `3 answers and one game` */
function counted(/** @type {number} */ answers, /** @type {number} */ games) {
  const some = (/** @type {number} */ count, /** @type {string} */ what) =>
    count === 1 ? `one ${what}` : `${count} ${what}s`;
  return [some(answers, 'answer'), games ? some(games, 'game') : ''].filter(Boolean).join(' and ');
}

/** Taking the answers and games elsewhere, and forgetting them. */
function storage() {
  const all = learned();
  const empty = all.attempts.length + all.games.length === 0;
  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true, testid: 'import-file' });
  file.addEventListener('change', async () => {
    try {
      const fresh = bring(await file.files?.[0]?.text() ?? '');
      toast(`Added: ${counted(fresh.attempts, fresh.games)}.`);
      go('/progress');
    } catch (error) {
      toast(reason(error), 'error');
    }
  });
  const save = (/** @type {string} */ text, /** @type {string} */ name) => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const aside = unreadable();
  const forget = async () => {
    if (!(await confirmed('Forget every answer and rated game that this browser remembers?', 'Forget them',
      'Keep them'))) return;
    erase();
    toast('Every answer and rated game is forgotten.');
    go('/progress');
  };
  return el('section.panel.storage', {}, el('h2', { text: 'Your answers and games' }),
    el('p.faint', { testid: 'answer-count',
      text: `Stored only in this browser: ${counted(all.attempts.length, all.games.length)}.` }),
    aside === null ? null
      : el('div', { testid: 'unreadable' },
        el('p', {
          text: 'Some of what this browser kept cannot be read: it is damaged, or from a newer numberline. '
            + 'It has been set aside, and stays there until you erase it.',
        }), button('Save what cannot be read', 'save-unreadable', () => save(aside, 'numberline-unreadable.json'))),
    el('div.row', {},
      button('Export', 'export', () => save(written(learned()), 'numberline-answers.json'), { disabled: empty }),
      button('Import', 'import', () => file.click()),
      button('Erase', 'erase', forget, { class: 'danger', disabled: empty && aside === null })), file);
}
