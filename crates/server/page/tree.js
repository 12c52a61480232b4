// A tree of moves: the line that was played, and what was tried instead. The first child of a node is its main line.

/** A position, by the move that led to it. */
class Node {
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.children = [];
    this.ply = parent ? parent.ply + 1 : 0;
    // Which child one goes on to: the one that was looked at last.
    this.next = null;
  }

  /** The moves that lead here. */
  path() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  /** The child that a move leads to, if it was played before. */
  child(move) {
    return this.children.find((candidate) => candidate.move === move) ?? null;
  }

  /** Plays a move: the child there is, or another branch. */
  play(move) {
    let child = this.child(move);
    if (!child) {
      child = new Node(move, this);
      this.children.push(child);
    }
    this.next = child;
    return child;
  }

  /** Every node of the line that one is on, from the root through this one to the end. */
  line() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.unshift(node);
    for (let node = this.next ?? this.children[0]; node; node = node.next ?? node.children[0]) nodes.push(node);
    return nodes;
  }

  /** Makes the way here the one that `line` takes. */
  visit() {
    for (let node = this; node.parent; node = node.parent) node.parent.next = node;
  }

  /** Takes this node and all that follows out of the tree. Gives back where one is then. */
  cut() {
    const { parent } = this;
    parent.children = parent.children.filter((child) => child !== this);
    if (parent.next === this) parent.next = null;
    return parent;
  }

  /** Makes this branch the main line of its parent. */
  promote() {
    for (let node = this; node.parent; node = node.parent) {
      const { children } = node.parent;
      node.parent.children = [node, ...children.filter((child) => child !== node)];
    }
  }

  /** How many nodes follow. */
  size() {
    let count = 0;
    const waiting = [...this.children];
    while (waiting.length) {
      count += 1;
      waiting.push(...waiting.pop().children);
    }
    return count;
  }
}

/** A new tree. */
export function plant() {
  return new Node(null, null);
}

/** The moves of a list, as the command line takes it. */
export function movesOf(text) {
  const separator = text.includes(';') ? ';' : ',';
  return text.split(separator).map((move) => move.trim()).filter(Boolean);
}

/** A list of moves, as the command line takes it. */
export function listOf(moves) {
  return moves.length === 1 ? `${moves[0]};` : moves.join('; ');
}

/** A tree as text: moves with `;` between them, and what was tried instead of a move in brackets after it. */
export function write(root) {
  const out = [];
  for (let node = root; node.children.length; [node] = node.children) {
    const [main, ...others] = node.children;
    out.push(main.move);
    for (const other of others) {
      const rest = write(other);
      out.push(`(${other.move}${rest ? `; ${rest}` : ''})`);
    }
  }
  return out.join('; ');
}

/** Reads such a text into a tree. What makes no sense is left out. */
export function read(text, root = plant()) {
  let node = root;
  const around = [];
  for (const [token] of text.matchAll(/[();]|[^();]+/g)) {
    const move = token.trim();
    if (token === '(') {
      around.push(node);
      node = node.parent ?? node;
    } else if (token === ')') node = around.pop() ?? node;
    else if (token !== ';' && move) {
      const next = node.child(move) ?? node.play(move);
      node = next;
    }
  }
  for (const each of all(root)) each.next = null;
  return root;
}

/** A node and all that follow, in the order in which they are read. */
export function* all(root) {
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    yield node;
    waiting.push(...[...node.children].reverse());
  }
}
