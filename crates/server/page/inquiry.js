// The queries about the positions of a study: one start, and a tree of moves from there.

import { ApiError, isAbort } from './kit.js';
import { ask, listOf, studyAddress } from './question.js';
import { write } from './tree.js';

/**
 * @import { Answers, Question } from '../page-types/wire.js'
 * @import { Node } from './tree.js'
 */

export class Inquiry {
  /**
   * @param {string} game
   * @param {URLSearchParams} asked the query of the URL
   */
  constructor(game, asked) {
    this.game = game;
    const first = Number(asked.get('first')) || null;
    this.start = { set: asked.getAll('set'), position: asked.get('position'), first };
  }

  /**
   * The query for a node.
   * @param {Node} node
   */
  about(node) {
    return { ...this.start, moves: listOf(node.path()) };
  }

  /**
   * Asks the server about a position.
   * @template {keyof Answers} W
   * @param {W} what
   * @param {Node} node
   * @param {Question} [more]
   * @param {AbortSignal} [signal]
   */
  ask(what, node, more, signal) {
    return ask(this.game, what, { ...this.about(node), ...more }, signal);
  }

  /**
   * Finds the value of a node. Returns a temporary obstacle, if any; a position that is too large to solve stays so.
   * @param {Node} node
   * @param {AbortSignal} signal
   */
  async weigh(node, signal) {
    try {
      node.analysis = await this.ask('analysis', node, {}, signal);
      node.point = { ...node.analysis.point, mistake: node.point?.mistake ?? false };
    } catch (error) {
      if (isAbort(error)) throw error;
      if (!(error instanceof ApiError) || error.status !== 422) return error;
      node.unsolved = error.message;
    }
    return null;
  }

  /**
   * Finds the values of a line's moves. Returns whether any were missing.
   * @param {Node[]} line
   * @param {AbortSignal} signal
   */
  async lookBack(line, signal) {
    if (line.length < 2 || line.every((each) => each.reviewed)) return false;
    try {
      const { chart, plies } = await this.ask('review', line[line.length - 1], {}, signal);
      for (const [ply, each] of line.entries()) {
        const point = chart[ply];
        const known = point.value !== null || point.p1WinProbability !== null;
        each.point = { ...(known ? point : { ...point, ...each.point }), mistake: point.mistake };
        each.judged = ply > 0 ? plies[ply - 1].moves : [];
      }
    } catch (error) {
      if (isAbort(error)) throw error;
      // The chart then has gaps; everything else is there.
    }
    for (const each of line) each.reviewed = true;
    return true;
  }

  /**
   * The URL of a node: with its tree, or else with the moves to it, or else with its position alone.
   * @param {Node} root
   * @param {Node} node
   */
  address(root, node) {
    const tree = write(root);
    const branches = tree === node.path().join('; ') ? null : tree;
    const { set } = this.start;
    const moves = this.about(node);
    const { address, way } = studyAddress(this.game, [{ ...moves, tree: branches }, moves, { set,
      position: node.board?.position }]);
    return { address, kept: ['all', 'moves', 'position'][way] ?? 'nothing' };
  }
}
