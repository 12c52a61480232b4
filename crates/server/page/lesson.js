// A lesson: one step after the other, on the real board.

import { keepKey } from './keyring.js';
import { announce, api, apiOnce, button, el, memory, put, randomId, reason, toast } from './kit.js';
import { keep } from './learned.js';
import { go, title } from './nav.js';
import { Quiz } from './quiz.js';

/** @import { Lesson } from '../page-types/wire.js' */

/**
 * @param {Element} main
 * @param {string} game
 * @param {string} name
 */
export async function showLesson(main, game, name) {
  const path = `/api/lessons/${game}/${name}`;
  const view = new Sitting(main, await api(`/api/lessons/${game}/${name}`), path);
  title(view.lesson.title);
  view.to(0);
  return () => view.leave();
}

class Sitting {
  /**
   * @param {Element} main
   * @param {Lesson} lesson
   * @param {string} path its address in the API
   */
  constructor(main, lesson, path) {
    this.lesson = lesson;
    this.path = path;
    this.at = 0;
    this.quiz = new Quiz();
    this.heading = el('h2', { tabindex: '-1', testid: 'step-heading' });
    this.count = el('p.faint.small', { testid: 'step-count' });
    this.bar = el('progress.steps-done', { max: lesson.steps.length, 'aria-label': 'Steps done' });
    this.text = el('div.lesson-text', { testid: 'step-text' });
    this.back = button('Back', 'step-back', () => this.to(this.at - 1));
    this.next = button('Next', 'step-next', () => this.to(this.at + 1));
    this.panel = el('section.panel.lesson-step', {}, this.count, this.bar, this.heading, this.text, this.quiz.root,
      el('div.row.lesson-nav', {}, this.back, this.next));
    put(main,
      el('div.lesson', {},
        el('nav', { 'aria-label': 'Course' }, el('a', { href: `/learn/${lesson.game}`, text: '← All lessons' })),
        el('h1', { text: lesson.title }), this.panel));
  }

  leave() {
    this.quiz.remove();
  }

  /** @param {number} step */
  async to(step) {
    const { lesson } = this;
    if (step >= lesson.steps.length) return this.finish();
    this.at = Math.max(0, step);
    const { heading, text, board, asked } = lesson.steps[this.at];
    this.count.textContent = `Step ${this.at + 1} of ${lesson.steps.length}`;
    this.bar.value = this.at;
    this.heading.textContent = heading;
    put(this.text, text.map((paragraph) => el('p', { text: paragraph })));
    this.back.hidden = this.at === 0;
    this.moveOn(!asked);
    const here = { step: this.at + 1 };
    let wrong = 0;
    if (step > 0 || document.activeElement?.closest('.lesson-nav')) this.heading.focus({ preventScroll: true });
    try {
      await this.quiz.show({ game: lesson.game, board: board ?? null, asked: asked ?? null,
        judge: async (answer, turns) => {
          const reply = await api(`${this.path}/answer`, {
            body: { ...here, answer, turns, wrong, hints: this.quiz.given },
          });
          keep(reply.attempt);
          if (!reply.right) wrong += 1;
          return reply;
        }, hint: async (hints, turns) => (await api(`${this.path}/hint`, { body: { ...here, hints, turns } })).text,
        solve: async (turns) => (await api(`${this.path}/solution`, { body: { ...here, turns } })).text, onDone: () => {
          this.moveOn(true);
          this.next.focus({ preventScroll: true });
        } });
    } catch (error) {
      toast(reason(error), 'error');
    }
  }

  /**
   * Whether the learner has done what the step asks; if not, it can still be skipped.
   * @param {boolean} done
   */
  moveOn(done) {
    const last = this.at === this.lesson.steps.length - 1;
    this.next.textContent = done ? last ? 'Finish' : 'Next' : 'Skip';
    this.next.className = done ? 'main' : 'quiet';
  }

  async finish() {
    const { lesson } = this;
    keep(lesson.kept);
    this.quiz.remove();
    const { rival, versus } = lesson;
    const courses = await apiOnce('/api/lessons').catch(() => []);
    const next = courses.find((course) => course.game === lesson.game)?.lessons.find(({ name }) =>
      name === lesson.next
    );
    const heading = el('h2', { tabindex: '-1', text: lesson.finished });
    put(this.panel,
      el('div.lesson-end', { testid: 'lesson-end' }, heading,
        rival && versus ? el('p', { text: `${versus.offer} It believes: “${rival.belief}”` }) : null,
        el('div.row', {},
          rival && versus
            ? button(`Play against ${rival.title}`, 'play-rival', () => play(lesson.game, versus), { class: 'main' })
            : el('a.button.main', { href: `/?game=${lesson.game}&how=computer`, text: 'Play a game',
              testid: 'play-game' }),
          next
            ? el('a.button', { href: `/learn/${lesson.game}/${next.name}`, text: `Next: ${next.title}`,
              testid: 'next-lesson' })
            : el('a.button', { href: `/puzzles?game=${lesson.game}`, text: 'Puzzles of this game' }),
          el('a.button.quiet', { href: '/progress', text: 'My progress' }))));
    heading.focus({ preventScroll: true });
    announce(heading.textContent);
  }
}

/**
 * Opens the game that is offered after a lesson.
 * @param {string} game
 * @param {import('../page-types/wire.js').Versus} versus
 */
async function play(game, { players, seat, set }) {
  try {
    const called = memory.get('name');
    const opened = await api('/api/rooms', {
      body: { game, players, seat, set, key: randomId(), ...(called ? { name: called } : {}) },
    });
    keepKey(opened.room, opened.seat, opened.key);
    await go(`/r/${opened.room}`);
  } catch (error) {
    toast(reason(error), 'error');
  }
}
