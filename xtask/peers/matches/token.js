// The rules of token for the servers that are written in JavaScript: the same line, the same texts of moves.

export const LENGTH = 10;
export const START = 5;
const MOVE = /^([12]) (left|right)$/;

// The position after a move, or nothing where it is not allowed.
export function play({ square, turn, winner }, seat, text) {
  const read = MOVE.exec(text);
  if (winner !== 0 || seat !== turn || read === null) return undefined;
  const to = square + (read[2] === "right" ? 1 : -1) * Number(read[1]);
  if (to < 1 || to > LENGTH) return undefined;
  const other = 3 - seat;
  return { square: to, turn: other, winner: to === 1 || to === LENGTH ? other : 0 };
}
