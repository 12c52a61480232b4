// Cards: hands, the table between the players, and the moment when both are turned over. A card that waits has no number
// here: it gets one when everybody may see it.

import { el, put, calm } from './kit.js';

const FLIP = 620;

/** A hand as a row of small cards, for everybody to see. */
export function smallHand(cards, seat) {
  return el('ul', { class: `small-hand seat-${seat}`, 'aria-label': `Cards: ${cards.join(', ') || 'none left'}`, data: { testid: `cards-${seat}` } },
    cards.map((card) => el('li', { text: card })));
}

/** The hand of whoever sits here, to choose from. */
export class Hand {
  constructor(container, onPick) {
    this.root = el('div', { class: 'hand', role: 'group', 'aria-label': 'Your cards', data: { testid: 'hand' } });
    this.onPick = onPick;
    container.append(this.root);
    this.root.addEventListener('keydown', (event) => this.key(event));
  }

  /** cards: what is in the hand; moves: what can be played; taken: the card that lies on the table, if it is known here. */
  show(cards, moves, seat, taken) {
    const focused = document.activeElement?.dataset?.card;
    const inside = this.root.contains(document.activeElement);
    this.root.hidden = cards.length === 0;
    put(this.root, cards.map((card, index) => {
      const move = moves.find((candidate) => candidate.card === card);
      const away = card === taken;
      const button = el('button', {
        type: 'button', class: `card seat-${seat}${away ? ' away' : ''}`, tabindex: '-1', 'aria-disabled': move ? 'false' : 'true',
        'aria-label': away ? `Card ${card}, on the table` : `Card ${card}`, data: { card, testid: `card-${card}` },
        on: { click: () => move && this.onPick(move.text, card) },
      }, face(card));
      button.style.setProperty('--turn', `${(index - (cards.length - 1) / 2) * Math.min(3, 20 / cards.length)}deg`);
      return button;
    }));
    const buttons = [...this.root.children];
    const again = buttons.find((button) => button.dataset.card === focused) ?? buttons[0];
    again?.setAttribute('tabindex', '0');
    if (inside) again?.focus();
  }

  focus() {
    this.root.querySelector('[tabindex="0"]')?.focus();
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const buttons = [...this.root.children];
    const to = buttons[buttons.indexOf(document.activeElement) + by];
    if (!to) return;
    document.activeElement.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    to.focus();
  }
}

function face(card) {
  return [el('span', { class: 'corner', 'aria-hidden': 'true', text: card }),
    el('span', { class: 'pip', text: card }),
    el('span', { class: 'corner low', 'aria-hidden': 'true', text: card })];
}

/** The two places for cards between the players. */
export class Table {
  constructor(container) {
    this.slots = [1, 2].map((seat) => el('div', { class: 'slot', role: 'img', 'aria-label': 'No card', data: { testid: `slot-${seat}`, state: 'empty' } }));
    this.names = [1, 2].map(() => el('span', { class: 'slot-name faint' }));
    this.root = el('div', { class: 'card-table', data: { testid: 'card-table' } },
      el('div', { class: 'place' }, this.slots[0], this.names[0]),
      el('span', { class: 'versus', 'aria-hidden': 'true', text: 'against' }),
      el('div', { class: 'place' }, this.slots[1], this.names[1]));
    container.append(this.root);
  }

  /** Cards face down where somebody has chosen; what was open stays until then. Without `chosen` all stays as it is. */
  show(chosen, names) {
    const any = chosen?.some(Boolean);
    this.slots.forEach((slot, place) => {
      this.names[place].textContent = names[place];
      if (!chosen) return;
      const open = slot.dataset.state === 'open';
      if (chosen[place]) {
        if (slot.dataset.state !== 'down') this.lay(place);
      } else if (any || !open) this.clear(place);
    });
  }

  /** Nothing lies on the table any more. */
  sweep() {
    this.clear(0);
    this.clear(1);
  }

  clear(place) {
    const slot = this.slots[place];
    if (slot.dataset.state === 'empty') return;
    slot.dataset.state = 'empty';
    slot.setAttribute('aria-label', 'No card');
    put(slot);
  }

  lay(place) {
    const slot = this.slots[place];
    slot.dataset.state = 'down';
    slot.setAttribute('aria-label', 'A card, face down');
    put(slot, el('div', { class: 'flip dealt' },
      el('div', { class: 'card back', 'aria-hidden': 'true' }),
      el('div', { class: `card front seat-${place + 1}` })));
  }

  /** Turns both cards over; those that were open long ago are not seen to turn. What is returned is done when both can be read. */
  reveal(cards, seen = true) {
    cards.forEach((card, place) => {
      const slot = this.slots[place];
      if (slot.dataset.state !== 'down') this.lay(place);
      slot.dataset.state = 'open';
      slot.setAttribute('aria-label', `Card ${card}`);
      put(slot.querySelector('.front'), face(card));
    });
    const turn = () => this.slots.forEach((slot) => slot.firstChild?.classList.add('open'));
    if (calm() || !seen) {
      turn();
      return Promise.resolve();
    }
    return new Promise((done) => {
      // A card that was laid only just now is seen face down first.
      setTimeout(turn, 120);
      setTimeout(done, FLIP + 120);
    });
  }
}
