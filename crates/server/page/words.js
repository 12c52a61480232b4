// The words for what happens in a room: whose turn it is, what is offered, what is new.

import { sentence } from './kit.js';
import { halves } from './plies.js';

/** What a player is called: by name, or by the seat. */
export function nameOf(game, seat) {
  return game.players[seat - 1].name ?? `Player ${seat}`;
}

/** The seats in which nobody sits. */
export function freeSeats(game) {
  return [1, 2].filter((seat) => game.players[seat - 1].name === null && !game.players[seat - 1].computer);
}

/** Who is to do what. */
export function turnText(game, me, mayMove) {
  if (game.ending) return '';
  if (mayMove) {
    const moves = game.moves[me - 1];
    if (moves.some((move) => move.card !== undefined)) return 'Choose a card. Nobody sees it until both have chosen.';
    if (moves.some((move) => move.cells && move.cells[0] !== move.cells[1])) return 'Your turn. Choose a number, or drag over neighbours.';
    return 'Your turn.';
  }
  if (freeSeats(game).length) return me ? 'Waiting for the other player to sit down.' : 'Waiting for a player to sit down.';
  if (game.turn === 'both') {
    const late = [1, 2].filter((seat) => !game.chosen[seat - 1]).map((seat) => nameOf(game, seat));
    if (me) return `Your card lies on the table. Waiting for ${late.join(' and ')}.`;
    return `${late.join(' and ')} ${late.length > 1 ? 'choose' : 'chooses'} a card.`;
  }
  const name = nameOf(game, game.turn);
  return game.players[game.turn - 1].computer ? `${name} is thinking…` : `${possessive(name)} turn.`;
}

function possessive(name) {
  return `${name}${/s$/i.test(name) ? '’' : '’s'}`;
}

const OFFERS = {
  draw: ['offer a draw', 'offers a draw'],
  back: ['ask to take your move back', 'asks to take a move back'],
  rematch: ['ask for a rematch', 'asks for a rematch'],
};

/** What waits for an answer. */
export function offerText(game, me) {
  const { offer } = game;
  if (!offer) return '';
  const [mine, theirs] = OFFERS[offer.kind] ?? [offer.kind, offer.kind];
  return offer.by === me ? `You ${mine}.` : `${nameOf(game, offer.by)} ${theirs}.`;
}

/** How it ended. */
export function endText({ ending, score }) {
  return [ending?.text ?? ending?.kind, score?.text].filter(Boolean).map(sentence).join(' ');
}

/** With what it ended. */
export function lastText(game, beginner) {
  const ply = game.plies.at(-1);
  if (!ply) return '';
  if (game.hands) return `The last cards were ${halves(ply).join(' against ')}.`;
  const seat = lastMover(game, beginner);
  return seat ? `The last move was ${ply}, by ${nameOf(game, seat)}.` : `The last move was ${ply}.`;
}

/** What was played last, while the game goes on. Cards lie open on the table anyway. */
export function playedText(game, me, beginner) {
  const [ply, seat] = [game.plies.at(-1), lastMover(game, beginner)];
  if (!ply || !seat || game.ending || game.hands) return '';
  return `${seat === me ? 'You' : nameOf(game, seat)} played ${ply}.`;
}

function lastMover(game, beginner) {
  return beginner && (game.plies.length % 2 ? beginner : 3 - beginner);
}

/** Whether a player has made a move that could be taken back. */
export function hasMoved(game, seat, beginner) {
  return game.plies.length > (game.hands || !beginner || beginner === seat ? 0 : 1);
}

/** What is new: `said` only for who listens, `shown` for everybody. `withdrew`: whoever looks has taken back an own offer. */
export function news(before, game, change, { me, withdrew }) {
  const [said, shown] = [[], []];
  const name = (seat) => nameOf(game, seat);
  const forward = change !== null && change.plies.add.length > 0;
  const back = game.round === before.round && game.plies.length < before.plies.length;
  if (forward && before.turn === 'both') {
    const [one, two] = halves(game.plies.at(-1));
    said.push(`Both cards are open: ${name(1)} ${one}, ${name(2)} ${two}.`);
  } else if (forward) said.push(`${before.turn === me ? 'You' : name(before.turn)} played ${game.plies.at(-1)}.`);
  else if (back) shown.push('A move was taken back.');
  if (game.round !== before.round) said.push(`Round ${game.round}.`);
  for (const seat of [1, 2].filter((other) => other !== me)) {
    const place = seat - 1;
    if (before.players[place].name === null && game.players[place].name !== null) shown.push(`${name(seat)} has sat down.`);
    if (game.chosen[place] && !before.chosen[place]) said.push(`${name(seat)} has chosen.`);
  }
  const [was, is] = [before.offer, game.offer];
  if (is && (is.kind !== was?.kind || is.by !== was?.by)) said.push(offerText(game, me));
  const answered = forward || back || game.ending && !before.ending || game.rematch;
  if (was && !is && !answered) {
    shown.push(withdrew ? 'You have withdrawn your offer.' : was.by === me ? 'Your offer was not accepted.' : 'The offer stands no longer.');
  }
  if (game.ending && !before.ending) said.push(endText(game));
  return { said, shown };
}

/** The variant: `length 10, step 3`. */
export function settingsText({ settings }) {
  return (settings ?? '').split(/\s+/).filter(Boolean).map((setting) => setting.replace('=', ' ')).join(', ');
}

export function roundText({ rounds, bestOf, round }) {
  if (!rounds || rounds === 1) return '';
  return bestOf ? `round ${round}, best of ${rounds}` : `round ${round} of ${rounds}`;
}

export function timeText(time) {
  if (!time) return '';
  const whole = time.seconds % 60 === 0 ? `${time.seconds / 60} min` : `${time.seconds} s`;
  return time.increment ? `${whole} + ${time.increment} s a move` : whole;
}
