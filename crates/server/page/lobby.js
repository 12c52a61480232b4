// The first page: choose a game and how to play it, join a stranger, or watch.

import { el, put, api, once, keepKey, memory, query, sentence } from './kit.js';
import { go, useStyle } from './app.js';
import { drawLine } from './board.js';
import { emblem } from './marks.js';
import { bodyFor, forget, formFor, freshBody } from './opening.js';
import { persist } from './patience.js';

const REFRESH = 5000;
const LONGEST_NAME = 32;

const WAYS = [
  { name: 'friend', label: 'A friend', button: 'Make a link', about: 'You get a link to send. Whoever opens it first plays with you.' },
  { name: 'anyone', label: 'Anyone', button: 'Open a challenge', about: 'Your challenge stands in the lobby until somebody takes it.' },
  { name: 'computer', label: 'The computer', button: 'Play', about: '' },
];

const CLOCKS = [
  { name: '', label: 'No clock' },
  { name: '60+1', label: '1 min + 1 s' },
  { name: '180+2', label: '3 min + 2 s' },
  { name: '600+5', label: '10 min + 5 s' },
  { name: 'other', label: 'Another…' },
];

export async function show(main, { query: asked }) {
  const [games, players] = await Promise.all([once('/api/games'), once('/api/players'), useStyle('lobby.css')]);
  const lobby = new Lobby(main, games, players, asked);
  return () => lobby.leave();
}

class Lobby {
  constructor(main, games, players, asked) {
    this.games = games;
    this.players = players;
    this.asked = asked;
    const wanted = asked.get('game') ?? memory.get('game');
    this.game = games.find((game) => game.slug === wanted) ?? games[0];
    const way = asked.get('how') ?? memory.get('how');
    this.way = WAYS.find((candidate) => candidate.name === way) ?? WAYS[2];
    this.opponent = memory.get('opponent') ?? 'computer:3';
    this.position = asked.get('position');
    this.presets = new Map(asked.getAll('set').map((setting) => setting.split('=')));
    this.opened = Boolean(this.position) || this.presets.size > 0;
    const left = formFor(this.game.slug, asked);
    if (left) {
      this.presets = new Map(left.presets);
      this.seat = left.seat;
      this.opened = left.opened;
    }
    this.fields = new Map();
    this.form = el('form', { class: 'panel setup', 'aria-label': 'A new game', novalidate: true, data: { testid: 'setup' }, on: { submit: (event) => this.begin(event) } });
    this.open = el('ul', { class: 'rooms', data: { testid: 'open-rooms' } });
    this.live = el('ul', { class: 'rooms', data: { testid: 'live-rooms' } });
    put(main,
      el('header', { class: 'hero' },
        el('h1', { text: 'Small duels on a number line' }),
        el('p', { class: 'faint', text: 'Quick to learn, and sharper than they look. Every position is solved, so you can learn from each game.' })),
      el('div', { class: 'lobby' },
        el('div', { class: 'games', role: 'radiogroup', 'aria-label': 'Game' }, games.map((game) => this.card(game))),
        this.form),
      el('div', { class: 'lists' },
        el('section', {}, el('h2', { text: 'Open challenges' }), this.open),
        el('section', {}, el('h2', { text: 'Being played' }), this.live)));
    this.paint();
    this.refresh();
    this.timer = setInterval(() => document.visibilityState === 'visible' && this.refresh(), REFRESH);
  }

  leave() {
    this.opening?.abort();
    clearInterval(this.timer);
  }

  // The games.

  card(game) {
    const input = el('input', {
      type: 'radio', name: 'game', value: game.slug, checked: game === this.game, data: { testid: `game-${game.slug}` },
      on: {
        change: () => {
          this.game = game;
          this.position = null;
          this.presets = new Map();
          memory.set('game', game.slug);
          this.paint();
        },
      },
    });
    const picture = el('div', { class: 'picture' });
    this.illustrate(game, picture);
    return el('label', { class: 'game' }, input,
      el('span', { class: 'game-body' },
        el('span', { class: 'game-title', text: game.title }),
        el('span', { class: 'faint small', text: game.summary }),
        picture));
  }

  /** A picture of the game in its middle: of a line of play that the server knows, as far as to where it gets interesting. */
  async illustrate(game, box) {
    const known = this.players.flatMap((player) => player.refutations ?? []).find((line) => line.game === game.slug);
    const moves = known ? known.moves.slice(0, Math.ceil(known.moves.length / 2)).join('; ') : '';
    try {
      const board = await once(`/api/games/${game.slug}/board${query([['moves', moves]])}`);
      drawLine(box, board, { mini: true, label: `A picture of ${game.title}` });
    } catch {
      box.remove();
    }
  }

  // What to play and how.

  paint() {
    const { game, way } = this;
    this.opening?.abort();
    this.fields.clear();
    this.wrong = el('p', { class: 'wrong', role: 'alert', data: { testid: 'setup-wrong' } });
    this.trying = el('p', { class: 'faint trying', data: { testid: 'setup-trying' } });
    this.name = el('input', { type: 'text', id: 'name', maxlength: LONGEST_NAME, autocomplete: 'nickname', placeholder: 'Player', value: memory.get('name') ?? '', data: { testid: 'name' } });
    const segments = (legend, name, choices, chosen, change) => el('fieldset', {}, el('legend', { text: legend }),
      el('div', { class: 'segments' }, choices.map(([value, label]) => el('label', {},
        el('input', { type: 'radio', name, value, checked: value === chosen, data: { testid: `${name}-${value}` }, on: { change: () => change?.(value) } }),
        el('span', {}, label)))));
    put(this.form,
      el('div', { class: 'setup-head' }, el('h2', { text: game.title, data: { testid: 'setup-title' } }),
        el('span', { class: 'row' },
          el('a', { href: `/rules/${game.slug}`, text: 'Rules', data: { testid: 'to-rules' } }),
          el('a', { href: `/study/${game.slug}`, text: 'Study', data: { testid: 'to-study' } }))),
      segments('Play against', 'way', WAYS.map(({ name, label }) => [name, label]), way.name, (name) => {
        this.way = WAYS.find((candidate) => candidate.name === name);
        memory.set('how', name);
        this.keep();
        this.paint();
        this.form.querySelector(`[data-testid="way-${name}"]`).focus();
      }),
      way.about ? el('p', { class: 'faint small', text: way.about }) : null,
      way.name === 'computer' ? this.opponents() : null,
      el('div', { class: 'pair' },
        el('div', { class: 'field' }, el('label', { for: 'name', text: 'Your name' }), this.name),
        segments('You sit as', 'seat', [['1', [emblem(1), ' 1']], ['2', [emblem(2), ' 2']], ['any', 'Either']], this.seat ?? 'any', (seat) => { this.seat = seat; })),
      this.more(),
      this.wrong,
      this.trying,
      el('button', { class: 'main big', data: { testid: 'begin' }, text: way.button }));
  }

  /** What was typed outlives a change of the opponent. */
  keep() {
    this.presets = this.typed();
    memory.set('name', this.name.value.trim());
    this.opened = this.form.querySelector('details').open;
  }

  typed() {
    return new Map([...this.fields].map(([name, field]) => [name, field.value]));
  }

  opponents() {
    const able = this.players.filter((player) => player.games.includes(this.game.slug));
    const known = (name) => able.find((player) => player.name === name);
    this.opponent = (known(this.opponent) ?? known('computer:3') ?? able[0]).name;
    const belief = el('p', { class: 'belief faint small', data: { testid: 'belief' } });
    const tell = () => { belief.textContent = able.find((player) => player.name === this.opponent)?.belief ?? ''; };
    const option = (player) => el('option', { value: player.name, text: player.title, selected: player.name === this.opponent });
    const isLevel = (player) => player.name.startsWith('computer:');
    const select = el('select', {
      id: 'opponent', data: { testid: 'opponent' },
      on: {
        change: () => {
          this.opponent = select.value;
          memory.set('opponent', select.value);
          tell();
        },
      },
    },
    el('optgroup', { label: 'Levels' }, able.filter(isLevel).reverse().map(option)),
    el('optgroup', { label: 'Characters, each with one belief' }, able.filter((player) => !isLevel(player)).map(option)));
    tell();
    return el('div', { class: 'field' }, el('label', { for: 'opponent', text: 'Opponent' }), select, belief);
  }

  more() {
    const { game } = this;
    const number = (name, label, value, min, max, help) => {
      const wrong = el('span', { class: 'wrong', id: `wrong-${name}` });
      const input = el('input', { type: 'text', inputmode: 'numeric', id: `set-${name}`, value, 'aria-describedby': `help-${name} wrong-${name}`, data: { testid: `set-${name}` } });
      const field = {
        get value() { return input.value.trim(); },
        check() {
          const text = input.value.trim();
          const fits = /^\d+$/.test(text) && BigInt(text) >= BigInt(min) && BigInt(text) <= BigInt(max);
          const most = BigInt(max) > 9999n ? max.toLocaleString('en') : max;
          wrong.textContent = fits ? '' : `${label} is a number from ${min} to ${most}.`;
          input.setAttribute('aria-invalid', String(!fits));
          if (!fits) input.focus();
          return fits;
        },
      };
      input.addEventListener('change', () => field.check());
      this.fields.set(name, field);
      return el('div', { class: 'field' }, el('label', { for: `set-${name}`, text: label }), input, help ? el('span', { class: 'help', id: `help-${name}`, text: help }) : null, wrong);
    };
    const words = (name, label, value, choices, help) => {
      const select = el('select', { id: `set-${name}`, data: { testid: `set-${name}` } }, choices.map(([word, text]) => el('option', { value: word, text, selected: word === String(value) })));
      this.fields.set(name, { get value() { return select.value; }, check: () => true, select });
      return el('div', { class: 'field' }, el('label', { for: `set-${name}`, text: label }), select, help ? el('span', { class: 'help', text: help }) : null);
    };
    const preset = (name, usual) => this.presets.get(name) ?? usual;
    const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
    const parameters = game.parameters.map(({ name, default: book, range, help }) => (Array.isArray(range)
      ? words(name, capital(name), preset(name, book), range.map((word) => [word, word]), help)
      : number(name, capital(name), preset(name, book), range.min, range.max, help)));
    const clock = words('clock', 'Clock', preset('clock', ''), CLOCKS.map(({ name, label }) => [name, label]));
    const own = el('div', { class: 'pair wide', hidden: preset('clock', '') !== 'other' },
      number('minutes', 'Minutes for the game', preset('minutes', 5), 1, 1440), number('increment', 'Seconds more for each move', preset('increment', 5), 0, 3600));
    this.fields.get('clock').select.addEventListener('change', () => { own.hidden = this.fields.get('clock').value !== 'other'; });
    const first = game.first === 'either'
      ? words('first', 'Who begins', preset('first', ''), [['', 'Player 1'], ['2', 'Player 2'], ['toss', 'Toss a coin']]) : null;
    const watch = this.way.name === 'computer'
      ? words('watch', 'Who may watch', preset('watch', 'link'), [['link', 'with the link'], ['all', 'everybody']]) : null;
    return el('details', { open: this.opened, data: { testid: 'more' } },
      el('summary', { text: 'Variant, rounds and clock' }),
      this.position ? el('p', { class: 'small', data: { testid: 'position' } }, 'Begins from ', el('code', { text: this.position }), ' ',
        el('button', { type: 'button', class: 'pill quiet', text: 'From the start instead', on: { click: () => { this.keep(); this.position = null; this.paint(); } } })) : null,
      el('div', { class: 'fields' }, parameters, first,
        number('rounds', 'Rounds', preset('rounds', 1), 1, 1000),
        words('bestOf', 'They end when', preset('bestOf', 'no'), [['no', 'all are played'], ['yes', 'one has won most']]),
        clock, watch, own));
  }

  /** What the person wants, before any lots are drawn, or null if something does not fit. */
  wish() {
    const value = (name) => this.fields.get(name)?.value;
    const needed = [...this.fields].filter(([name]) => (name !== 'minutes' && name !== 'increment') || value('clock') === 'other');
    const wrong = needed.filter(([, field]) => !field.check());
    if (wrong.length) {
      this.form.querySelector('details').open = true;
      this.form.querySelector('[aria-invalid="true"]')?.focus();
      return null;
    }
    const seat = this.form.elements.seat.value;
    const set = this.game.parameters.filter(({ name, default: book }) => value(name) !== String(book)).map(({ name }) => `${name}=${value(name)}`);
    const [seconds, increment] = value('clock') === 'other' ? [Number(value('minutes')) * 60, Number(value('increment'))] : value('clock').split('+').map(Number);
    return {
      game: this.game.slug, set, opponent: this.way.name === 'computer' ? this.opponent : null, rounds: Number(value('rounds')), bestOf: value('bestOf') === 'yes',
      ...(this.position ? { position: this.position } : {}),
      ...(value('first') && !this.position ? { first: value('first') } : {}),
      ...(value('clock') ? { time: { seconds, increment } } : {}),
      listed: this.way.name === 'anyone' || value('watch') === 'all', name: this.name.value.trim() || 'Player', seat: seat === 'any' ? seat : Number(seat),
    };
  }

  async begin(event) {
    event.preventDefault();
    // While it is tried again, the same button is there to think again.
    if (this.opening) return void (this.trying.textContent && this.opening.abort());
    this.wrong.textContent = '';
    const wish = this.wish();
    if (!wish) return;
    memory.set('name', this.name.value.trim());
    const form = { asked: String(this.asked), seat: this.seat, presets: [...this.typed()], opened: this.form.querySelector('details').open };
    const opening = new AbortController();
    const { signal } = opening;
    this.opening = opening;
    const [button, trying] = [this.form.querySelector('.big'), this.trying];
    const tell = (text) => {
      trying.textContent = text;
      button.textContent = 'Stop trying';
    };
    const ask = (body) => persist(() => api('/api/rooms', { body, signal }), tell, signal);
    try {
      const { room, seat, key } = await ask(bodyFor(wish, form)).catch((error) => {
        // The key has opened another room than the one that is wished for now.
        if (error.status !== 409 || error.kind !== 'refused') throw error;
        return ask(freshBody(wish, form));
      });
      forget();
      keepKey(room, seat, key);
      this.opening = null;
      go(`/r/${room}`);
    } catch (error) {
      this.opening = null;
      trying.textContent = '';
      button.textContent = this.way.button;
      if (error.name !== 'AbortError') this.wrong.textContent = sentence(error.message);
    }
  }

  // Who else is here.

  async refresh() {
    try {
      const [open, live] = await Promise.all([api('/api/rooms?standing=open'), api('/api/rooms?standing=live')]);
      this.list(this.open, open, 'Nobody is waiting. Open a challenge, and somebody may come.', true);
      this.list(this.live, live, 'No game is being played just now.', false);
    } catch (error) {
      if (error.status !== 0 || !this.open.childElementCount) this.list(this.open, [], error.message, true);
    }
  }

  list(box, rooms, none, open) {
    const shape = JSON.stringify([rooms, none]);
    if (box.dataset.shape === shape) return;
    box.dataset.shape = shape;
    put(box, rooms.length ? rooms.map((room) => this.entry(room, open)) : el('li', { class: 'faint', text: none }));
  }

  entry(room, open) {
    const title = room.title ?? this.games.find((game) => game.slug === room.game)?.title ?? room.game;
    const names = room.players.map((player) => player.name);
    const about = [(room.set ?? []).join(' '), room.position ? 'from a position' : '', room.rounds > 1 ? `${room.bestOf ? 'best of' : 'rounds:'} ${room.rounds}` : '',
      room.time ? `${room.time.seconds / 60} min + ${room.time.increment} s` : ''].filter(Boolean).join(' · ');
    return el('li', {}, el('a', { class: 'room-link', href: `/r/${room.room}`, data: { testid: open ? 'open-room' : 'live-room', room: room.room } },
      el('span', { class: 'grow' },
        el('strong', {}, names.map((name, place) => [place ? el('span', { class: 'faint', text: ' – ' }) : null, emblem(place + 1), ' ', name ?? el('em', { class: 'faint', text: 'free seat' })])),
        el('span', { class: 'faint small block', text: [title, about].filter(Boolean).join(' · ') })),
      el('span', { class: 'do', text: open ? 'Play' : 'Watch' })));
  }
}
