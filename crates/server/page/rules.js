// The rules of a game with its rulings, and a small picture of its line.

import { el, put, once } from './kit.js';
import { title } from './app.js';
import { drawLine } from './board.js';
import { markdown } from './markdown.js';

/** Shows the rules of a game, or a choice of games. */
export async function show(main, { parts: [slug] }) {
  const games = await once('/api/games');
  const game = slug ? games.find((candidate) => candidate.slug === slug) : null;
  if (slug && !game) throw Object.assign(new Error(`There is no game called ${slug}.`), { status: 404 });
  const menu = el('nav', { class: 'rules-menu', 'aria-label': 'Games', data: { testid: 'rules-menu' } },
    games.map((each) => el('a', { href: `/rules/${each.slug}`, 'aria-current': each === game ? 'page' : undefined, text: each.title })));
  if (!game) {
    put(main, el('div', { class: 'rules' }, el('h1', { text: 'Rules' }),
      el('div', { class: 'rules-cards' }, games.map((each) => el('a', { class: 'panel rules-card', href: `/rules/${each.slug}` }, el('h2', { text: each.title }), el('p', { class: 'faint', text: each.summary }))))));
    return;
  }
  const [rules, board] = await Promise.all([once(`/api/games/${slug}/rules`), once(`/api/games/${slug}/board`)]);
  const picture = el('div', { class: 'rules-line' });
  put(main, el('div', { class: 'rules' }, menu,
    el('article', { class: 'rules-text', data: { testid: 'rules' } },
      el('h1', { text: rules.title }),
      el('p', { class: 'lead', text: rules.summary }),
      picture,
      markdown(rules.rules),
      rules.rulings.length ? [
        el('h2', { text: rules.rulings.length === 1 ? 'Ruling' : 'Rulings' }),
        el('p', { class: 'faint small', text: 'What holds where the rule book is silent or says two things.' }),
        el('dl', { class: 'rulings', data: { testid: 'rulings' } }, rules.rulings.map(({ id, text }) => [el('dt', { id, text: id }), el('dd', { text })])),
      ] : null,
      el('h2', { text: 'Variants' }),
      el('dl', { class: 'rulings variants' }, game.parameters.map(({ name, default: book, range, help }) => [
        el('dt', { text: name }),
        el('dd', { text: `${help}; the book has ${book}, and ${Array.isArray(range) ? `there is ${range.join(' or ')}` : `it may be ${range.min} to ${range.max.toLocaleString('en')}`}.` }),
      ])),
      el('div', { class: 'row' },
        el('a', { class: 'button main', href: `/?game=${slug}`, text: 'Play it' }),
        el('a', { class: 'button', href: `/study/${slug}`, text: 'Study it' })))));
  title(`Rules of ${rules.title}`);
  drawLine(picture, board, { mini: true, label: `The line of ${rules.title} at the start` });
}
