// A tree of moves: the line that was played, and the alternatives. The first child of a node is its main line.

/** @import { Analysis, Board, Point, ReviewedMove } from '../page-types/wire.js' */

/** A position, identified by the move that led to it, with what is known about it. */
export class Node {
  /**
   * @param {string} move
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
    /** @type {Node | null} The child to step forward to: the one visited last. */
    this.next = null;
    /** @type {Board | undefined} */
    this.board = undefined;
    /** @type {Analysis | undefined} */
    this.analysis = undefined;
    /** @type {string | undefined} Why it cannot be solved. */
    this.unsolved = undefined;
    /** @type {Point | undefined} */
    this.point = undefined;
    /** @type {ReviewedMove[]} What the move that led here was worth. */
    this.judged = [];
    /** Whether the viewer has predicted its value. */
    this.foretold = false;
    /** Whether a review has covered it. */
    this.reviewed = false;
  }

  /** The nodes from the root to this one. */
  way() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves that lead here. */
  path() {
    return this.way().slice(1).map((node) => node.move);
  }

  /**
   * The child that a move leads to, if it was played before.
   * @param {string} move
   */
  child(move) {
    return this.children.find((candidate) => candidate.move === move) ?? null;
  }

  /**
   * Plays a move: the existing child, or a new branch.
   * @param {string} move
   */
  play(move) {
    let child = this.child(move);
    if (!child) {
      child = new Node(move, this);
      this.children.push(child);
    }
    this.next = child;
    return child;
  }

  /** The node to step forward to. */
  get following() {
    return this.next ?? this.children[0] ?? null;
  }

  /** Every node of the current line, from the root through this one to the end. */
  line() {
    const nodes = this.way();
    for (let node = this.following; node; node = node.following) nodes.push(node);
    return nodes;
  }

  /** Whether this node is on the main line. */
  get isMain() {
    return this.way().every((node) => !node.parent || node.parent.children[0] === node);
  }

  /** Makes `line` pass through this node. */
  visit() {
    for (const node of this.way()) if (node.parent) node.parent.next = node;
  }

  /** Removes this node and everything after it from the tree. Returns the new current node. */
  cut() {
    const { parent } = this;
    if (!parent) return this;
    parent.children = parent.children.filter((child) => child !== this);
    if (parent.next === this) parent.next = null;
    return parent;
  }

  /** Makes the line through this node the main line. */
  promote() {
    for (const node of this.way()) {
      if (node.parent) node.parent.children = [node, ...node.parent.children.filter((child) => child !== node)];
    }
  }
}

/** A new tree. */
export function plant() {
  return new Node('', null);
}

/**
 * A tree as text: moves separated by `;`, and alternatives to a move in brackets after it.
 * @param {Node} root
 */
export function write(root) {
  const out = [];
  for (let node = root; node.children.length; [node] = node.children) {
    const [main, ...others] = node.children;
    out.push(main.move);
    for (const other of others) {
      /** @type {string} */
      const rest = write(other);
      out.push(`(${other.move}${rest ? `; ${rest}` : ''})`);
    }
  }
  return out.join('; ');
}

/**
 * Parses such a text. Invalid parts are left out.
 * @param {string} text
 */
export function read(text, root = plant()) {
  let node = root;
  const around = [];
  for (const [token] of text.matchAll(/[();]|[^();]+/g)) {
    const move = token.trim();
    if (token === '(') {
      around.push(node);
      node = node.parent ?? node;
    } else if (token === ')') node = around.pop() ?? node;
    else if (token !== ';' && move) node = node.play(move);
  }
  for (const each of all(root)) each.next = null;
  return root;
}

/**
 * A node and all its descendants, in reading order.
 * @param {Node} root
 */
export function all(root) {
  /** @type {Node[]} */
  const nodes = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    waiting.push(...[...node.children].reverse());
  }
  return nodes;
}
