// The wording of a room.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { effectText, freeSeats, hasMoved, nameOf, news, playedText, seatOf, seedText, timeText,
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

test('nobody waits in a room whose challenge was withdrawn: its panel says so', () => {
  const waiting = room({ players: [{ name: 'Ada', computer: false }, { name: null, computer: false }] });
  assert.equal(turnText({ ...waiting, withdrawn: true }, 1, false), '');
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
  assert.equal(turnText(waiting, 1, false), 'You have chosen. Until James has, you can choose another card.');
  assert.equal(turnText(waiting, null, false), 'James chooses a card.');
  assert.equal(turnText({ ...waiting, chosen: [false, false] }, null, false), 'Ada and James choose a card.');
});

test('the last move is shown, or the toss before the first', () => {
  assert.equal(playedText(room({ plies: [by(1, '5')], played: 'Ada played 5.', toss: 'Ada begins.' })),
    'Ada played 5.');
  assert.equal(playedText(room({ played: null, toss: 'Ada begins.' })), 'Ada begins.');
  assert.equal(playedText(room({ ...cards, plies: [by('both', '3/4')], played: 'Both played.' })), 'Both played.');
  assert.equal(playedText(room({ plies: [by(1, '5')], played: 'Ada played 5.', ending: { winner: 1 } })), '');
  assert.equal(playedText(room()), '');
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
  const second = { ...swapped, round: 2, roundText: 'Round 2 of 3', seatChange: 'Ada plays as Player 2.' };
  assert.deepEqual(news(room(), second, { plies: { from: 0, add: [] } }, { me: 2 }), { said: ['Round 2 of 3.'],
    shown: ['Ada plays as Player 2.'] });
});

test('a move is announced, and visible anyway', () => {
  const after = room({ turn: 2, plies: [by(1, '5')], version: 2, played: 'Ada played 5.' });
  const change = { plies: { from: 0, add: [by(1, '5')] } };
  assert.deepEqual(news(room(), after, change, { me: 1 }), { said: ['Ada played 5.'], shown: [] });
  const offered = room({ offer: { kind: 'draw', by: 2, text: 'James offers a draw.' } });
  assert.deepEqual(news(room(), offered, { plies: { from: 0, add: [] } }, { me: 1 }).said, ['James offers a draw.']);
});

test("other players' actions are reported, the viewer's own are not", () => {
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
  assert.deepEqual(news(room(), over, { plies: { from: 0, add: [] } }, { me: 1 }).said, [
    'Ada wins. Ada 1, Level 3 0.',
  ]);
});

test('the settings of a room are below its title', () => {
  assert.equal(effectText({ effect: 'captures Grace and wins', text: '3' }), 'Captures Grace and wins');
  assert.equal(effectText({ effect: '', text: '3' }), '3');
  assert.equal(seedText(room({ seed: null })), '');
  assert.equal(seedText(room({ seed: 0 })), 'seed 0, chosen by the player who opened the game');
  assert.equal(timeText(null), '');
  assert.equal(timeText({ seconds: 180, increment: 2 }), '3 min + 2 s a move');
  assert.equal(timeText({ seconds: 90, increment: 0 }), '90 s');
});
