// Which game, which variant, which position: the form at the head of the analysis board.

import { el, query } from './kit.js';
import { go } from './app.js';

/** The form. What is chosen becomes an address, and the address is gone to. */
export function setup(games, game, start) {
  const given = new Map(start.set.map((setting) => setting.split('=')));
  const fields = new Map();
  const parameter = ({ name, default: book, range, help }) => {
    const value = given.get(name) ?? String(book);
    const input = Array.isArray(range)
      ? el('select', { data: { testid: `set-${name}` } }, range.map((word) => el('option', { value: word, text: word, selected: word === value })))
      : el('input', { type: 'text', inputmode: 'numeric', value, data: { testid: `set-${name}` } });
    fields.set(name, { input, book: String(book) });
    const limits = Array.isArray(range) ? '' : ` (${range.min} to ${range.max.toLocaleString('en')})`;
    return el('label', { class: 'field' }, el('span', { text: name }), input, el('span', { class: 'help', text: `${help}${limits}` }));
  };
  const position = el('input', { type: 'text', value: start.position ?? '', placeholder: 'the start', spellcheck: 'false', autocomplete: 'off', data: { testid: 'set-position' } });
  const first = game.first === 'either'
    ? el('select', { data: { testid: 'set-first' } }, [1, 2].map((seat) => el('option', { value: seat, text: `Player ${seat}`, selected: String(seat) === start.first })))
    : null;
  const choose = el('select', { 'aria-label': 'Game', data: { testid: 'study-game' }, on: { change: () => go(`/study/${choose.value}`) } },
    games.map(({ slug, title }) => el('option', { value: slug, text: title, selected: slug === game.slug })));
  const begin = (event) => {
    event.preventDefault();
    const text = position.value.trim();
    const changed = [...fields].filter(([, { input, book }]) => input.value.trim() !== book && input.value.trim() !== '');
    go(`/study/${game.slug}${query([
      ...changed.map(([name, { input }]) => ['set', `${name}=${input.value.trim().replaceAll(/(?<=\d)[\s,_](?=\d)/g, '')}`]),
      ['position', text], ['first', first && first.value === '2' && !text ? 2 : null],
    ])}`);
  };
  const grouped = (value) => (/^\d{5,}$/.test(value) ? BigInt(value).toLocaleString('en') : value);
  const variant = [...given].map(([name, value]) => `${name} ${grouped(value)}`).join(', ');
  return el('header', { class: 'study-head' },
    el('h1', { text: game.title }),
    el('p', { class: `faint${variant || start.position ? '' : ' summary'}`, text: variant || start.position ? [variant, start.position ? 'from a position of its own' : ''].filter(Boolean).join(', ') : game.summary }),
    el('div', { class: 'row' }, choose, el('a', { class: 'button', href: `/rules/${game.slug}`, text: 'Rules' }), el('a', { class: 'button', href: '/review', text: 'Review' })),
    el('details', { class: 'panel', data: { testid: 'study-setup' } },
      el('summary', { text: 'Variant and position' }),
      el('form', { class: 'set-up', on: { submit: begin } },
        game.parameters.map(parameter),
        first ? el('label', { class: 'field' }, el('span', { text: 'who begins' }), first) : null,
        el('label', { class: 'field wide' }, el('span', { text: 'position as text' }), position, el('span', { class: 'help', text: 'As it stands above the line, or as numberline analyze takes it.' })),
        el('div', { class: 'row end wide' }, el('button', { class: 'main', text: 'Set up', data: { testid: 'set-up' } })))));
}
