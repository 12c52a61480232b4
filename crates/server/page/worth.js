// What things are worth, in letters, words and numbers. The exact fractions come from the server; pictures may round.

/** The letter that stands beside every colour. */
export const LETTER = { win: 'W', draw: 'D', lose: 'L' };

const OTHER = { win: 'lose', draw: 'draw', lose: 'win' };

/** `W5`, or `D`: the letter with the plies to the end, where they are known. */
export function label(value, remoteness) {
  return `${LETTER[value]}${remoteness ?? ''}`;
}

/** `win in 5`, or `draw`. */
export function inWords(value, remoteness) {
  return remoteness === null || remoteness === undefined ? value : `${value} in ${remoteness}`;
}

/** A fraction such as `28983752/72184713` as a number, for drawing. Its parts may be larger than numbers go. */
export function decimal(fraction) {
  const [above, below = '1'] = fraction.split('/');
  return Number((BigInt(above) * 1_000_000_000n) / BigInt(below)) / 1e9;
}

/** A fraction with at most so many letters, and as a percentage where that says more. */
export function share(fraction, longest = 24) {
  if (fraction.length <= 5) return fraction;
  const about = `${(100 * decimal(fraction)).toFixed(1)} %`;
  return fraction.length <= longest ? `${fraction} (about ${about})` : `about ${about}`;
}

/** Who wins with perfect play, in how many plies, with which chance: one sentence. */
export function headline({ turn, winner, positionValue, remoteness, p1WinProbability }) {
  if (turn === 'over') return `The game is over: Player ${winner} has won.`;
  if (turn === 'both') {
    if (p1WinProbability === '1') return 'Player 1 wins for sure with perfect play.';
    if (p1WinProbability === '0') return 'Player 2 wins for sure with perfect play.';
    return `Player 1 wins with probability ${share(p1WinProbability)} when both play perfectly.`;
  }
  if (positionValue === 'draw') return 'Neither player can force an end: with perfect play the game goes on for ever.';
  const wins = positionValue === 'win' ? turn : 3 - turn;
  const plies = remoteness === null ? '' : remoteness === 1 ? ' in 1 ply' : ` in ${remoteness} plies`;
  return `Player ${wins} wins${plies} with perfect play.`;
}

/** What an analysed position is worth to Player 1: the same as a point of a review's chart. */
export function pointOf({ turn, winner, positionValue, remoteness, p1WinProbability, strategy }) {
  const point = { value: null, remoteness, p1WinProbability: null, about: null };
  if (strategy) return { ...point, p1WinProbability, about: decimal(p1WinProbability) };
  if (turn === 'over') return { ...point, value: winner === 1 ? 'win' : 'lose', remoteness: 0 };
  if (positionValue === null) return point;
  return { ...point, value: turn === 1 ? positionValue : OTHER[positionValue] };
}

/** A point in words: `Player 1 wins in 5`, `a draw`, `Player 1's chance is 1/3`. */
export function pointInWords(point) {
  if (!point) return 'not known';
  if (point.p1WinProbability !== null && point.p1WinProbability !== undefined) return `Player 1’s chance is ${share(point.p1WinProbability)}`;
  if (point.value === null) return 'not known';
  if (point.value === 'draw') return 'need not end';
  const player = point.value === 'win' ? 1 : 2;
  if (point.remoteness === 0) return `Player ${player} has won`;
  return `Player ${player} wins${point.remoteness ? ` in ${point.remoteness}` : ''}`;
}

/** What a move threw away: `??` for everything, `?` for part of it, nothing for a good move. */
export function glyph(move) {
  if (!move?.mistake) return '';
  if (move.valueBefore === 'win' && move.valueAfter === 'lose') return '??';
  return move.winProbabilityAfter === '0' ? '??' : '?';
}

/** What a mistake did, as the end of a sentence. */
export function blame(move) {
  if (move.regret !== undefined) return `gives away ${share(move.regret)} of the chance`;
  if (move.valueBefore === 'win') return move.valueAfter === 'draw' ? 'gives away a win' : 'turns a win into a loss';
  return 'loses a game that need not end';
}

/** What to look for instead of a mistake. */
export function wanted(move) {
  if (move.regret !== undefined) return 'Find a move without regret.';
  return move.valueBefore === 'win' ? 'Find a move that wins.' : 'Find a move that keeps the game going.';
}

/** What would have been better, of which there may be many. */
export function better(move, most = 10) {
  const does = move.regret !== undefined ? 'Without regret' : move.valueBefore === 'win' ? 'Would have won' : 'Would have kept the game going';
  const more = move.better.length > most ? ` and ${move.better.length - most} more` : '';
  return `${does}: ${move.better.slice(0, most).join(', ')}${more}.`;
}
