// The wording of a room.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { freeSeats, hasMoved, lastText, nameOf, news, offerText, playedText, roundText, seatOf, settingsText, timeText,
  turnText } from '../page/words.js';

const move = (text, from, to = from) => ({ text, cells: [from, to] });

/** A room in which Ada plays against a computer. */
const room = (changes) => ({
  players: [{ name: 'Ada', computer: false, home: 1 }, { name: 'Level 3', computer: true, home: 2 }],
  turn: 1,
  piece: 'number',
  seats: 'swap',
  chosen: [false, false],
  moves: [[move('5', 5)], []],
  plies: [],
  round: 1,
  rounds: 1,
  bestOf: false,
  settings: 'length=10 misere=no',
  offer: null,
  ending: null,
  score: null,
  rematch: null,
  ...changes,
});
const people = [{ name: 'Ada', computer: false }, { name: 'James', computer: false }];
const by = (seat, text) => ({ by: seat, text });
const cards = { turn: 'both', piece: 'card', hands: [[1, 2], [1, 2]],
  moves: [[{ text: '1', card: 1 }], [{ text: '2', card: 2 }]] };

test('a seat without a name is free, unless a computer sits in it', () => {
  const waiting = room({ players: [{ name: 'Ada', computer: false }, { name: null, computer: false }] });
  assert.deepEqual([freeSeats(waiting), freeSeats(room())], [[2], []]);
  assert.deepEqual([nameOf(waiting, 1), nameOf(waiting, 2)], ['Ada', 'Player 2']);
  assert.equal(turnText(waiting, 1, false), 'Waiting for the other player to take a seat.');
  assert.equal(turnText(waiting, null, false), 'Waiting for a player to take a seat.');
});

test('players and spectators are told whose turn it is', () => {
  assert.equal(turnText(room(), 1, true), 'Your turn.');
  assert.match(turnText(room({ moves: [[move('5 6', 5, 6)], []] }), 1, true), /drag over neighbours/);
  assert.equal(turnText(room({ turn: 2 }), 1, false), 'Level 3 is thinking…');
  assert.equal(turnText(room({ turn: 2, players: people }), 1, false), 'James’ turn.');
  assert.equal(turnText(room({ players: people }), null, false), 'Ada’s turn.');
  assert.equal(turnText(room({ turn: 'over', ending: { winner: 1 } }), 1, false), '');
});

test("where both choose, neither is told the other's choice", () => {
  assert.match(turnText(room(cards), 1, true), /^Choose a card/);
  const waiting = room({ ...cards, players: people, chosen: [true, false] });
  assert.equal(turnText(waiting, 1, false), 'You have chosen. Waiting for James.');
  assert.equal(turnText(waiting, null, false), 'James chooses a card.');
  assert.equal(turnText({ ...waiting, chosen: [false, false] }, null, false), 'Ada and James choose a card.');
});

test('an offer has one wording for its maker and one for the others', () => {
  const offered = room({ offer: { kind: 'draw', by: 1 } });
  assert.deepEqual([offerText(offered, 1), offerText(offered, 2)], ['You offer a draw.', 'Ada offers a draw.']);
  assert.equal(offerText(room(), 1), '');
});

test('the last move names its maker', () => {
  const played = room({ plies: [by(1, '5'), by(2, '6')] });
  assert.equal(playedText(played, 1), 'Level 3 played 6.');
  assert.equal(playedText(played, 2), 'You played 6.');
  assert.equal(playedText(room({ ...cards, plies: [by('both', '3/4')] }), 1), '');
  assert.equal(lastText(played), 'The last move was 6, by Level 3.');
  assert.equal(lastText(room({ ...cards, plies: [by('both', '3/4')] })), 'The last choices were 3 against 4.');
  assert.equal(lastText(room()), '');
});

test('only a player who has moved can take a move back', () => {
  const one = room({ plies: [by(1, '5')] });
  assert.deepEqual([hasMoved(one, 1), hasMoved(one, 2), hasMoved(room(), 1)], [true, false, false]);
  assert.equal(hasMoved(room({ ...cards, plies: [by('both', '1/2')] }), 2), true);
});

test('a player is found in their current seat', () => {
  const swapped = room({
    players: [{ name: 'Level 3', computer: true, home: 2 }, { name: 'Ada', computer: false, home: 1 }],
  });
  assert.deepEqual([seatOf(room(), 1), seatOf(swapped, 1), seatOf(swapped, null)], [1, 2, null]);
  assert.deepEqual(news(room(), { ...swapped, round: 2 }, null, { me: 2 }), { said: ['Round 2.'],
    shown: ['You are now Player 2.'] });
});

test('a move is announced, and visible anyway', () => {
  const after = room({ turn: 2, plies: [by(1, '5')], version: 2 });
  const change = { plies: { from: 0, add: [by(1, '5')] } };
  assert.deepEqual(news(room(), after, change, { me: 1 }), { said: ['You played 5.'], shown: [] });
  assert.deepEqual(news(room(), after, change, { me: 2 }).said, ['Ada played 5.']);
  const both = [by('both', '1/2')];
  const open = news(room(cards), room({ ...cards, plies: both }), { plies: { from: 0, add: both } }, { me: 1 });
  assert.deepEqual(open.said, ['Both have chosen: Ada 1, Level 3 2.']);
});

test("other players' actions are reported, one's own are not", () => {
  const empty = room({ players: [people[0], { name: null, computer: false }] });
  const nothing = { plies: { from: 0, add: [] } };
  assert.deepEqual(news(empty, room({ players: people }), nothing, { me: 1 }).shown, ['James has joined.']);
  assert.deepEqual(news(empty, room({ players: people }), nothing, { me: 2 }).shown, []);
  const before = room({ ...cards, players: people });
  assert.deepEqual(news(before, { ...before, chosen: [false, true] }, nothing, { me: 1 }).said, ['James has chosen.']);
  assert.deepEqual(news(before, { ...before, chosen: [false, true] }, nothing, { me: 2 }).said, []);
});

test('an offer that disappears without an answer is reported', () => {
  const offered = room({ offer: { kind: 'draw', by: 1 }, plies: [by(1, '5')] });
  const gone = room({ plies: [by(1, '5')] });
  const tell = (viewer) => news(offered, gone, { plies: { from: 1, add: [] } }, viewer).shown;
  assert.deepEqual(tell({ me: 1 }), ['Your offer was not accepted.']);
  assert.deepEqual(tell({ me: 1, withdrew: true }), ['You have withdrawn your offer.']);
  assert.deepEqual(tell({ me: 2 }), ['The offer has expired.']);
  const back = news(offered, room(), { plies: { from: 0, add: [] } }, { me: 1 });
  assert.deepEqual(back.shown, ['A move was taken back.']);
});

test('the end is announced with the score', () => {
  const over = room({ turn: 'over', ending: { winner: 1, text: 'Ada wins' }, score: { text: 'Ada 1, Level 3 0' } });
  assert.deepEqual(news(room(), over, null, { me: 1 }).said, ['Ada wins. Ada 1, Level 3 0.']);
  assert.deepEqual(news(over, room({ round: 2 }), null, { me: 1 }).said, ['Round 2.']);
});

test('the settings of a room are below its title', () => {
  assert.equal(settingsText(room()), 'length 10, misere no');
  assert.equal(roundText(room()), '');
  assert.equal(roundText(room({ rounds: 3, round: 2 })), 'round 2 of 3');
  assert.equal(roundText(room({ rounds: 3, round: 2, bestOf: true })), 'round 2, best of 3');
  assert.equal(timeText(null), '');
  assert.equal(timeText({ seconds: 180, increment: 2 }), '3 min + 2 s a move');
  assert.equal(timeText({ seconds: 90, increment: 0 }), '90 s');
});
