// What can be done in a room beside moving on the line: the buttons and links around the table.

import { el, put, renew, confirmed } from './kit.js';
import { studyAddress } from './address.js';
import { sets } from './plies.js';
import { offerText } from './words.js';

const button = (text, testid, click, style = '', off = false) => el('button', { type: 'button', class: style, text, disabled: off, data: { testid }, on: { click } });

/** What waits for an answer, with the answers; `act` does a command. */
export function paintOffer(box, game, me, act) {
  const { offer } = game;
  box.hidden = !offer;
  if (!offer) return void put(box);
  renew(box, el('span', { class: 'grow', text: offerText(game, me) }),
    !me ? null : offer.by === me ? button('Withdraw', 'withdraw', () => act({ kind: 'decline' }))
      : [button('Accept', 'accept', () => act({ kind: 'accept' }), 'main'), button('Decline', 'decline', () => act({ kind: 'decline' }))]);
}

/** What a player may ask for while the game goes on (`game` is null for everybody else), and the next hint, if there is one. */
export function paintControls(box, game, act, coach, moved) {
  const resign = async () => {
    if (await confirmed('Do you want to give up this game?', 'Resign', 'Play on')) act({ kind: 'resign' });
  };
  renew(box, game ? [
    button('Take back', 'take-back', () => act({ kind: 'askBack' }), '', !moved || Boolean(game.offer)),
    button('Offer draw', 'offer-draw', () => act({ kind: 'offerDraw' }), '', Boolean(game.offer)),
    button('Resign', 'resign', resign, 'danger'),
  ] : null,
  coach.next ? button(coach.next, 'hint-button', () => coach.climb()) : null);
}

/** Moves that point at nothing on the table are buttons with their text. */
export function paintOther(box, moves, play) {
  const others = moves.filter((move) => !move.cells && move.card === undefined);
  put(box, others.map(({ text }) => el('button', { type: 'button', class: 'pill', text, on: { click: () => play(text) } })));
}

/** Where to go from here. Analysing a game that one plays would be cheating. */
export function paintLinks(box, room, game, me) {
  const done = Boolean(game.ending);
  const link = (href, text, testid, more) => el('a', { class: 'button', href, text, data: { testid }, ...more });
  const way = (position, moves) => [...sets(game), ['position', position], ['moves', moves]];
  const { address: study } = studyAddress(game.game, [way(game.start, game.plies.join('; ')), way(game.position, null)]);
  renew(box,
    done ? link(`/review/${room}`, 'Review', 'review') : null,
    done || !me ? link(study, 'Analyse', 'analyse') : null,
    done ? link(`/api/rooms/${room}/record`, 'Record', 'record', { download: `numberline-${room}.txt` }) : null,
    link(`/rules/${game.game}`, 'Rules', 'room-rules', { class: 'button quiet' }));
}
