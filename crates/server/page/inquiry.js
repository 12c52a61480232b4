// What is asked about the positions of a study: one start, and a tree of moves from there.

import { api, query } from './kit.js';
import { LONGEST_ADDRESS, studyAddress } from './address.js';
import { bodyOf } from './standing.js';
import { listOf, write } from './tree.js';
import { rebase } from './viewport.js';
import { pointOf } from './worth.js';

export class Inquiry {
  /** asked: the query of the address that one came by. */
  constructor(slug, asked) {
    this.slug = slug;
    this.start = { set: asked.getAll('set'), position: asked.get('position'), first: asked.get('first') };
  }

  get sets() {
    return this.start.set.map((setting) => ['set', setting]);
  }

  /** The question that a node stands for, as pairs. */
  pairs(node, more = []) {
    const moves = node.path();
    return [...this.sets, ['position', this.start.position], ['first', this.start.first], ['moves', moves.length ? listOf(moves) : null], ...more];
  }

  /** Asks the server about a position. What does not fit into an address is sent. */
  ask(what, node, more = [], signal = undefined) {
    const pairs = this.pairs(node, more).filter(([, value]) => value !== null && value !== undefined && value !== '');
    const path = `/api/games/${this.slug}/${what}`;
    const address = path + query(pairs);
    const text = what === 'board';
    const asked = address.length <= LONGEST_ADDRESS ? api(address, { signal, text }) : api(path, { signal, text, body: bodyOf(pairs) });
    return text ? asked.then(rebase) : asked;
  }

  /** Finds out what a node is worth. Gives back what stands in the way for now; what is too large to be solved stays so. */
  async weigh(node, signal) {
    try {
      node.analysis = await this.ask('analysis', node, [], signal);
      node.point = { ...node.point, ...pointOf(node.analysis) };
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      if (error.status !== 422) return error;
      node.unsolved = error.message;
    }
    return null;
  }

  /** Finds out what the moves of a line were worth. Says whether there was something to find out. */
  async lookBack(line, signal) {
    if (line.length < 2 || line.every((each) => each.reviewed)) return false;
    try {
      const review = await this.ask('review', line.at(-1), [], signal);
      line.forEach((each, ply) => {
        const point = review.chart[ply];
        const known = point.value !== null || point.p1WinProbability !== null;
        each.point = { ...(known ? point : { ...point, ...each.point }), mistake: point.mistake };
        each.judged = ply > 0 ? review.plies[ply - 1].moves : [];
      });
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      // The chart has gaps then; everything else is there.
    }
    for (const each of line) each.reviewed = true;
    return true;
  }

  /** Where a node is found again: with its tree, or else with the moves to it, or else by its position alone. */
  address(root, node) {
    const tree = write(root);
    const branches = tree === node.path().join('; ') ? null : tree;
    const { address, way } = studyAddress(this.slug, [
      this.pairs(node, [['tree', branches]]), this.pairs(node), [...this.sets, ['position', node.board.position]],
    ]);
    return { address, kept: ['all', 'moves', 'position'][way] ?? 'nothing' };
  }
}
