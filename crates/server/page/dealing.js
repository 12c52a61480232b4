// Setting up hands: a press on a card gives it to a player or takes it away, until the hands fit the position.

import { announce, button, el, find, renew } from './kit.js';
import { emblem } from './marks.js';

/** @import { Board, Deal } from '../page-types/wire.js' */

/** @type {string | null} The button that led to the position shown next, which keeps the focus. */
let pressed = null;

export class Dealing {
  /**
   * @param {(hands: string | null) => Promise<Deal | null | undefined>} ask
   * @param {(position: string) => void} set
   */
  constructor(ask, set) {
    this.ask = ask;
    this.set = set;
    /** @type {number[][]} The hands as far as they were changed. */
    this.hands = [];
    /** The hands that the buttons show. */
    this.painted = this.hands;
    this.position = '';
    this.root = el('div.dealing', { testid: 'dealing' });
  }

  /** @param {Board | null} board the position, or nothing while no pieces are placed */
  async show(board) {
    this.root.hidden = !board?.hands;
    if (!board?.hands || board.position === this.position) return;
    this.position = board.position;
    this.unseen = board.unseen;
    this.hands = board.hands.map((hand) => [...hand]);
    const focused = pressed;
    pressed = null;
    const deal = await this.ask(null);
    // Another position may be shown by now.
    if (board.position !== this.position) return;
    if (!deal) {
      this.position = '';
      return;
    }
    this.paint(deal);
    if (focused) find(this.root, `[data-testid="${focused}"]`)?.focus({ preventScroll: true });
  }

  /**
   * @param {number} seat
   * @param {number} card
   */
  async turn(seat, card) {
    const turned = (/** @type {number[]} */ hand) =>
      hand.includes(card) ? hand.filter((held) => held !== card) : [...hand, card].sort((one, two) => one - two);
    const hands = this.hands.map((hand, place) => place === seat - 1 ? turned(hand) : hand);
    this.hands = hands;
    const deal = await this.ask(hands.map((held) => held.join(',') || '-').join('/'));
    // Another card may have been pressed since, or another position be shown.
    if (hands !== this.hands) return;
    if (!deal) {
      this.hands = this.painted;
      return;
    }
    if (deal.position && deal.position !== this.position) return this.go(deal.position, `deal-${seat}-${card}`);
    this.paint(deal);
    if (deal.refusal) announce(deal.refusal);
  }

  /**
   * @param {string} position
   * @param {string} testid
   */
  go(position, testid) {
    pressed = testid;
    this.set(position);
  }

  /** @param {Deal} deal */
  paint(deal) {
    this.painted = this.hands;
    renew(this.root, deal.deck.map((cards, place) => this.hand(place + 1, cards)),
      el('p.wrong.small', { testid: 'deal-refused', text: deal.refusal ?? '' }),
      deal.refusal ? null
        : el('div.row', {}, el('span', { text: this.unseen ?? '' }),
          deal.alike.map(({ position, unseen }, place) =>
            button(`Instead: ${unseen}`, `alike-${place}`, () => this.go(position, 'alike-0'))
          )));
  }

  /**
   * @param {number} seat
   * @param {number[]} cards
   */
  hand(seat, cards) {
    const label = `Player ${seat}’s cards`;
    return el('div.row.deal-hand', { role: 'group', 'aria-label': label }, emblem(seat),
      el('span.small', { text: label }),
      cards.map((card) =>
        button(String(card), `deal-${seat}-${card}`, () => this.turn(seat, card), { class: 'pill',
          'aria-pressed': String(this.hands[seat - 1].includes(card)) })
      ));
  }
}
