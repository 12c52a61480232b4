// The rules of a game with its rulings, and a thumbnail of its line.

import { Line } from './board.js';
import { ApiError, apiOnce, el, put, query } from './kit.js';
import { title } from './nav.js';
import { ask } from './question.js';

/** @import { Asked, Block, Inline } from '../page-types/wire.js' */

/**
 * Shows the rules of a game, or a choice of games.
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { parts: [slug], query: asked }) {
  const games = await apiOnce('/api/games');
  if (!slug) {
    const cards = games.map((game) =>
      el('a.panel.rules-card', { href: `/rules/${game.slug}` }, el('h2', { text: game.title }),
        el('p.faint', { text: game.summary }))
    );
    put(main, el('div.rules', {}, el('h1', { text: 'Rules' }), el('div.rules-cards', {}, cards)));
    return;
  }
  const game = games.find((candidate) => candidate.slug === slug);
  if (!game) throw new ApiError(404, `There is no game called ${slug}.`);
  const menu = games.map((each) =>
    el('a', { href: `/rules/${each.slug}`, 'aria-current': each === game ? 'page' : null, text: each.title })
  );
  const set = asked.getAll('set');
  const [rules, board] = await Promise.all([apiOnce(`/api/games/${slug}/rules${query({ set })}`),
    ask(slug, 'board', { set }).catch(() => null)]);
  const picture = el('div.rules-line');
  put(main,
    el('div.rules', {}, el('nav.rules-menu', { 'aria-label': 'Games', testid: 'rules-menu' }, menu),
      el('article.rules-text', { testid: 'rules' }, el('h1', { text: rules.title }),
        el('p.lead', { text: rules.summary }), picture,
        rules.sections.map((
          { title: heading, blocks },
        ) => [heading ? el('h2', { text: heading }) : null, texts(blocks)]), el('h2', { text: 'Variants' }),
        el('dl.rulings.variants', {},
          rules.parameters.map(({ name, help }) => [el('dt', { text: name }), el('dd', { text: `${help}.` })])),
        el('div.row', {}, el('a.button.main', { href: `/${query({ game: slug, set })}`, text: 'Play it' }),
          el('a.button', { href: `/study/${slug}${query({ set })}`, text: 'Study it' })))));
  title(`Rules of ${rules.title}`);
  // Without a network there is no picture.
  if (!board) return picture.remove();
  new Line(picture, true).show(board, { label: `The line of ${rules.title} at the start` });
}

/**
 * Styled text.
 * @param {Inline[]} text
 */
function inlines(text) {
  return text.map((piece) =>
    piece.style === 'plain' ? piece.text : el(piece.style === 'code' ? 'code' : 'strong', { text: piece.text })
  );
}

/**
 * Paragraphs, and list items with their labels; rulings have anchors.
 * @param {Block[]} blocks
 */
function texts(blocks) {
  /** @type {HTMLElement[]} */
  const nodes = [];
  for (const { label, text } of blocks) {
    if (!label) {
      nodes.push(el('p', {}, inlines(text)));
      continue;
    }
    if (nodes.at(-1)?.tagName !== 'DL') {
      if (label !== '-')
        nodes.push(
          el('p.faint.small', { text: 'How we read the rule book where it is silent or contradicts itself.' }),
        );
      nodes.push(el('dl.rulings', { testid: 'rulings' }));
    }
    const id = label === '-' ? undefined : label;
    nodes.at(-1)?.append(el('dt', { id, text: label }), el('dd', {}, inlines(text)));
  }
  return nodes;
}
