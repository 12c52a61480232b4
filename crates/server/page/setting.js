// The game, variant and position: the form at the top of the analysis board.

import { grouped, pairs, parameterField, wordField } from './fields.js';
import { el, form, query } from './kit.js';
import { go } from './nav.js';

/** @import { Offered } from '../page-types/wire.js' */

/**
 * The form. Submitting it navigates to the URL of the chosen position.
 * @param {Offered[]} games
 * @param {Offered} game
 * @param {{ set: string[], position: string | null, first: number | null }} start
 */
export function setup(games, game, start) {
  const given = new Map(pairs(start.set));
  const fields = game.parameters.map((parameter) => {
    const book = String(parameter.default);
    return { name: parameter.name, book, field: parameterField(parameter, given.get(parameter.name) ?? book) };
  });
  const position = el('input', { type: 'text', value: start.position ?? '', placeholder: 'the start',
    spellcheck: 'false', autocomplete: 'off', testid: 'set-position' });
  const first = game.first === 'either'
    ? wordField('first', 'Who begins', start.first ?? 1, [['1', 'Player 1'], ['2', 'Player 2']]) : null;
  /** @type {HTMLSelectElement} */
  const choose = el('select', { 'aria-label': 'Game', testid: 'study-game',
    on: { change: () => go(`/study/${choose.value}`) } },
    games.map(({ slug, title }) => el('option', { value: slug, text: title, selected: slug === game.slug })));
  const submit = () => {
    const text = position.value.trim();
    const changed = fields.filter(({ field, book }) => field.value !== book && field.value !== '');
    go(
      `/study/${game.slug}${
        query({ set: changed.map(({ name, field }) => `${name}=${field.value}`), position: text,
          first: first?.value === '2' && !text ? 2 : null })
      }`,
    );
  };
  const variant = [...given].map(([name, value]) => `${name} ${grouped(value)}`);
  const about = [...variant, start.position ? 'from a custom position' : ''].filter(Boolean).join(', ');
  return el('header.study-head', {}, el('h1', { text: game.title }),
    el('p', { class: about ? 'faint' : 'faint summary', text: about || game.summary }),
    el('div.row', {}, choose, el('a.button', { href: `/rules/${game.slug}`, text: 'Rules' }),
      el('a.button', { href: '/review', text: 'Review' })),
    el('details.panel', { testid: 'study-setup' }, el('summary', { text: 'Variant and position' }),
      form({ class: 'set-up' }, submit, fields.map(({ field }) => field.root), first?.root,
        el('label.field.wide', {}, el('span', { text: 'Position as text' }), position,
          el('span.help', { text: 'In the format shown above the line, as numberline analyze takes it.' })),
        el('div.row.end.wide', {}, el('button.main', { text: 'Set up', testid: 'set-up' })))));
}
