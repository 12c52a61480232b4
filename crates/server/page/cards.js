// Cards: hands, the table between the players, and the reveal. A face-down card has no number here: it gets one when it
// is public.

import { announce, calm, el, find, put } from './kit.js';
import { isOn } from './options.js';

/** @import { Move } from '../page-types/wire.js' */

const FLIP = 620;

/**
 * A hand as a row of small cards, visible to all.
 * @param {number[]} cards
 * @param {number} seat
 */
export function smallHand(cards, seat) {
  const label = `Cards: ${cards.join(', ') || 'none left'}`;
  return el('ul', { class: `small-hand seat-${seat}`, 'aria-label': label, testid: `cards-${seat}` },
    cards.map((card) => el('li', { text: card })));
}

/** The viewer's own hand, to choose from. */
export class Hand {
  /**
   * @param {Element} container
   * @param {(text: string, card: number) => void} onPick
   * @param {(move: Move) => void} onRaise called when a first tap has raised a card
   */
  constructor(container, onPick, onRaise = () => {}) {
    /** @type {number | null} The card that a first tap has raised. */
    this.raised = null;
    this.root = el('div.hand', { role: 'group', 'aria-label': 'Your cards', testid: 'hand',
      on: { keydown: (event) => this.key(event) } });
    this.onPick = onPick;
    this.onRaise = onRaise;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    container.append(this.root);
  }

  /**
   * @param {number[]} cards the cards in the hand
   * @param {Move[]} moves the playable moves
   * @param {number | null} seat
   * @param {number | null} taken the card on the table, if this page knows it
   */
  show(cards, moves, seat, taken) {
    const focused = this.buttons.find((button) => button.matches(':focus'))?.dataset.card;
    this.root.hidden = cards.length === 0;
    this.buttons = cards.map((card, index) => {
      const move = moves.find((candidate) => candidate.card === card);
      const away = card === taken;
      const button = el('button', { type: 'button', class: `card seat-${seat}${away ? ' away' : ''}`, tabindex: '-1',
        'aria-disabled': move ? 'false' : 'true', 'aria-label': away ? `Card ${card}, on the table` : `Card ${card}`,
        testid: `card-${card}`, data: { card }, on: { pointerdown: ({ pointerType }) => {
          this.touched = pointerType === 'touch';
        }, click: () => move && !away && this.pick(move, card) } }, face(card));
      button.classList.toggle('raised', card === this.raised && Boolean(move));
      button.style.setProperty('--turn', `${(index - (cards.length - 1) / 2) * Math.min(3, 20 / cards.length)}deg`);
      return button;
    });
    put(this.root, this.buttons);
    const again = this.buttons.find((button) => button.dataset.card === focused) ?? this.buttons[0];
    again?.setAttribute('tabindex', '0');
    if (focused) again?.focus();
  }

  focus() {
    find(this.root, '[tabindex="0"]')?.focus();
  }

  /**
   * Plays a card; on a touch screen the first tap only raises it.
   * @param {Move} move
   * @param {number} card
   */
  pick(move, card) {
    if (this.touched && isOn('twice') && this.raised !== card) {
      this.raised = card;
      for (const button of this.buttons) button.classList.toggle('raised', button.dataset.card === String(card));
      this.onRaise(move);
      return announce(`Card ${card}. Tap it again to play it.`);
    }
    this.raised = null;
    this.onPick(move.text, card);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const by = ways[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = this.buttons.findIndex((button) => button.matches(':focus'));
    const to = this.buttons[at + by];
    if (!to) return;
    this.buttons[at]?.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    to.focus();
  }
}

/** @param {number | string} card */
function face(card) {
  return [el('span.corner', { data: { card } }), el('span.pip', { text: card }),
    el('span.corner.low', { data: { card } })];
}

/** The two places for cards between the players. */
export class Table {
  /** @param {Element} container */
  constructor(container) {
    this.slots = [1, 2].map((seat) =>
      el('div.slot', { role: 'img', 'aria-label': 'No card', testid: `slot-${seat}`, data: { state: 'empty' } })
    );
    this.names = [1, 2].map(() => el('span.slot-name.faint'));
    const [one, two] = this.slots.map((slot, place) => el('div.place', {}, slot, this.names[place]));
    this.root = el('div.card-table', { testid: 'card-table' }, one,
      el('span.versus', { 'aria-hidden': 'true', text: 'against' }), two);
    container.append(this.root);
  }

  /**
   * Shows cards face down where a seat has chosen. Open cards stay until the viewer has made the next choice, or for a
   * spectator until anybody has.
   * @param {boolean[]} chosen
   * @param {string[]} names
   * @param {number | null} me
   */
  show(chosen, names, me) {
    const stay = me && !chosen[me - 1] && this.slots.every((slot) => slot.dataset.state === 'open');
    for (const [place, slot] of this.slots.entries()) {
      this.names[place].textContent = names[place];
      if (stay) continue;
      if (!chosen[place]) {
        if (chosen.some(Boolean) || slot.dataset.state !== 'open') this.set(place, 'empty', 'No card');
      } else if (slot.dataset.state !== 'down') this.lay(place);
    }
  }

  /** Clears the table. */
  sweep() {
    for (const place of this.slots.keys()) this.set(place, 'empty', 'No card');
  }

  /**
   * @param {number} place
   * @param {string} state
   * @param {string} label
   * @param {...HTMLElement} what
   */
  set(place, state, label, ...what) {
    const slot = this.slots[place];
    slot.dataset.state = state;
    slot.setAttribute('aria-label', label);
    put(slot, what);
  }

  /** @param {number} place */
  lay(place) {
    this.set(place, 'down', 'A card, face down',
      el('div.flip.dealt', {}, el('div.card.back', { 'aria-hidden': 'true' }),
        el('div', { class: `card front seat-${place + 1}` })));
  }

  /**
   * Turns both cards over; cards that were already open are not animated. The promise resolves when both can be read, with
   * whether anything moved.
   * @param {string[]} cards
   * @returns {Promise<boolean>}
   */
  reveal(cards, seen = true) {
    for (const [place, card] of cards.entries()) {
      const slot = this.slots[place];
      if (slot.dataset.state !== 'down') this.lay(place);
      slot.dataset.state = 'open';
      slot.setAttribute('aria-label', `Card ${card}`);
      slot.querySelector('.front')?.replaceChildren(...face(card));
    }
    const turn = () => {
      for (const slot of this.slots) slot.firstElementChild?.classList.add('open');
    };
    if (calm() || !seen) {
      turn();
      return Promise.resolve(false);
    }
    // A card that was just laid is shown face down first.
    setTimeout(turn, 120);
    return new Promise((done) => {
      setTimeout(() => done(true), FLIP + 120);
    });
  }
}
