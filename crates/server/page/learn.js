// The place to learn: every course, puzzles, drills, and what to do next.

import { apiOnce, el, put } from './kit.js';
import { attempts } from './learned.js';
import { showLesson } from './lesson.js';
import { title } from './nav.js';
import { addressOf, standing } from './progress.js';

/** @import { Asked, Course } from '../page-types/wire.js' */

/**
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [game, lesson] }) {
  if (game && lesson) return showLesson(main, game, lesson);
  const courses = await apiOnce('/api/lessons');
  const course = courses.find((each) => each.game === game);
  title(course ? `Learn ${course.title}` : 'Learn');
  const next = el('section.panel.next-step', { testid: 'next-step' });
  const tile = (/** @type {string} */ href, /** @type {string} */ text, /** @type {string} */ about) =>
    el('a.panel.tile', { href, testid: `tile-${href.slice(1)}` }, el('strong', { text }),
      el('span.faint.small', { text: about }));
  const shown = course ? [course] : courses;
  put(main,
    el('div.learn', {}, el('h1', { text: course ? `Learn ${course.title}` : 'Learn' }),
      course ? el('nav', { 'aria-label': 'Courses' }, el('a', { href: '/learn', text: '← All courses' }))
        : [next,
          el('nav.tiles', { 'aria-label': 'Practice' },
            tile('/puzzles?run=daily', 'Puzzle of the day', 'The same for everyone, once a day.'),
            tile('/puzzles', 'Puzzles', 'One right move each, close to your rating.'),
            tile('/drill', 'Drills', 'What you missed comes back in a new position.'),
            tile('/progress', 'My progress', 'Ratings, ideas and what to do next.'))],
      el('div.courses', {}, shown.map((each) => courseOf(each, Boolean(course))))));
  if (!course) {
    next.hidden = true;
    standing().then(({ next: command, because }) => {
      next.hidden = false;
      put(next, el('span', {}, el('strong', { text: 'Next for you: ' }), `${because}.`),
        el('a.button.main', { href: addressOf(command), text: 'Start', testid: 'next-start' }));
    }).catch(() => next.remove());
  }
}

/**
 * @param {Course} course
 * @param {boolean} alone
 */
function courseOf({ game, title: name, lessons }, alone) {
  const done = new Set(
    attempts().filter((each) => each.kind === 'lesson' && each.game === game).map(({ subject }) => subject),
  );
  const count = lessons.filter((lesson) => done.has(lesson.name)).length;
  const current = lessons.find((lesson) => !done.has(lesson.name));
  return el('section.panel.course', { 'aria-labelledby': `course-${game}` },
    el('div.course-head', {}, el('h2', { id: `course-${game}`, text: alone ? 'Lessons' : name }),
      el('span.faint.small', { text: `${count} of ${lessons.length} done` })),
    el('ol.lessons', {},
      lessons.map((lesson) =>
        el('li', {},
          el('a.lesson-link', { href: `/learn/${game}/${lesson.name}`, testid: 'lesson', data: { lesson: lesson.name },
            'aria-current': lesson === current ? 'step' : null },
            el('span.tick', { 'aria-hidden': 'true',
              text: done.has(lesson.name) ? '✓' : lesson.number ? String(lesson.number) : '★' }),
            el('span.grow', {}, lesson.title,
              el('span.faint.small.block', {
                text: lesson.number ? `${lesson.length} steps` : 'Your first game, two minutes',
              })), done.has(lesson.name) ? el('span.sr', { text: 'done' }) : null))
      )));
}
