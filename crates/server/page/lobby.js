// The first page: choose a game and how to play it, join a stranger, or watch.

import { Line } from './board.js';
import { limitName, numberField, pairs, parameterField, wordField } from './fields.js';
import { dropGame, inOrder, noteGame, ownGames } from './games.js';
import { keepKey, keyOf } from './keyring.js';
import { api, ApiError, apiOnce, button, el, find, form, isAbort, memory, put, query, reason, renew,
  sentence } from './kit.js';
import { attempts } from './learned.js';
import { emblem } from './marks.js';
import { go } from './nav.js';
import { Odds } from './odds.js';
import { bodyFor, forget, formFor, freshBody } from './opening.js';
import { persist } from './patience.js';
import { ask, listOf } from './question.js';
import { list, ownEntry } from './rooms.js';
import { seatOf } from './words.js';

/**
 * @import { Asked, Child, Offered, Opening, Parameter, Player } from '../page-types/wire.js'
 * @import { Field } from './fields.js'
 * @import { Wish } from './opening.js'
 */

const REFRESH = 5000;
const OWN_SHOWN = 8;
const OWN_ASKED = 8;

const WAYS = [{ name: 'friend', label: 'A friend', button: 'Make a link',
  about: 'You get a link to send. The first person to open it plays against you.' }, { name: 'anyone', label: 'Anyone',
  button: 'Open a challenge', about: 'Your challenge is listed in the lobby until a player accepts it.' }, {
  name: 'computer',
  label: 'The computer',
  button: 'Play',
  about: '',
}];

const CLOCKS = [['', 'No clock'], ['60+1', '1 min + 1 s'], ['180+2', '3 min + 2 s'], ['600+5', '10 min + 5 s'], [
  'other',
  'Another…',
]];

/**
 * @param {Element} main
 * @param {Asked} asked
 */
export async function show(main, { query: asked }) {
  const [games, players] = await Promise.all([apiOnce('/api/games'), apiOnce('/api/players')]);
  const lobby = new Lobby(main, games, players, asked);
  return () => lobby.leave();
}

class Lobby {
  /**
   * @param {Element} main
   * @param {Offered[]} games
   * @param {Player[]} players
   * @param {URLSearchParams} asked
   */
  constructor(main, games, players, asked) {
    this.players = players;
    this.asked = asked;
    const wanted = asked.get('game') ?? memory.get('game');
    this.game = games.find((game) => game.slug === wanted) ?? games[0];
    const way = asked.get('how') ?? memory.get('how');
    this.way = WAYS.find((candidate) => candidate.name === way) ?? WAYS[2];
    this.opponent = memory.get('opponent') ?? this.game.usualPlayer;
    this.position = asked.get('position');
    const left = formFor(this.game.slug, asked);
    /** @type {Map<string, string>} The initial values of the fields. */
    this.presets = new Map(left?.presets ?? this.unusual(pairs(asked.getAll('set'))));
    this.seat = left?.seat;
    /** @type {Promise<number | null>} Where a person sits who has not chosen. */
    this.seated = Promise.resolve(null);
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {AbortController | null} */
    this.opening = null;
    /** @type {(() => unknown)[]} What an outage kept away, to be asked for again. */
    this.missed = [];
    this.details = el('details', { open: left?.opened ?? (Boolean(this.position) || this.presets.size > 0),
      testid: 'more', on: { change: () => this.weigh() } });
    this.odds = new Odds((set) => {
      this.keep();
      for (const { name, default: book } of this.game.parameters) this.presets.set(name, String(book));
      for (const [name, value] of pairs(set)) this.presets.set(name, value);
      this.paint();
      this.odds.open();
    }, (error, again) => this.miss(error, again));
    this.name = el('input', { type: 'text', id: 'name', autocomplete: 'nickname', placeholder: 'optional',
      value: memory.get('name') ?? '', testid: 'name' });
    limitName(this.name, this.game.longestName);
    this.wrong = el('p.wrong', { role: 'alert', testid: 'setup-wrong' });
    this.trying = el('p.faint.trying', { testid: 'setup-trying' });
    this.start = el('button.main.big', { testid: 'begin' });
    this.form = form({ class: 'panel setup', 'aria-label': 'A new game', novalidate: true, testid: 'setup' },
      () => this.begin());
    this.open = el('ul.rooms', { testid: 'open-rooms' });
    this.live = el('ul.rooms', { testid: 'live-rooms' });
    this.own = el('ul.rooms', { testid: 'own-games' });
    this.ownBox = el('section.own', {}, el('h2', { text: 'Your games' }), this.own,
      el('p.small', {}, el('a', { href: '/progress', text: 'Your ratings', testid: 'to-ratings' })));
    /** On a phone the form is a sheet that a game opens. */
    this.sheet = el('dialog.sheet.bottom', { 'aria-label': 'A new game', testid: 'setup-sheet' });
    this.column = el('div.setup-column');
    this.narrow = matchMedia('(max-width: 40rem)');
    this.narrow.addEventListener('change', this.place);
    put(main,
      el('header.hero', {}, el('h1', { text: 'Small duels on a number line' }),
        el('p.faint', {},
          'Quick to learn, and sharper than they look. Every position is solved, so you can learn from each game.')),
      el('div.lobby', {},
        el('div.games', { role: 'radiogroup', 'aria-label': 'Game' }, games.map((game) => this.card(game))),
        this.column),
      el('div.lists', {}, this.ownBox, el('section.challenges', {}, el('h2', { text: 'Open challenges' }), this.open),
        el('section.live', {}, el('h2', { text: 'Games in progress' }), this.live)), this.sheet);
    this.place();
    this.paint();
    this.refresh();
    this.updateOwn();
    // A link to a game is one to its form.
    if (asked.has('game')) this.openSheet();
    this.timer = setInterval(() => document.visibilityState === 'visible' && this.refresh(), REFRESH);
  }

  leave() {
    this.opening?.abort();
    clearInterval(this.timer);
    this.narrow.removeEventListener('change', this.place);
  }

  /**
   * The settings that differ from the book.
   * @param {[string, string][]} settings
   */
  unusual(settings) {
    const book = new Map(this.game.parameters.map(({ name, default: value }) => [name, String(value)]));
    return settings.filter(([name, value]) => book.get(name) !== value);
  }

  /** Puts the form where the window has room for it. */
  place = () => {
    if (this.narrow.matches) put(this.sheet, this.form);
    else {
      this.sheet.close();
      put(this.column, this.form);
    }
  };

  /** On a phone, opens the form for the chosen game. */
  openSheet() {
    if (!this.narrow.matches || this.sheet.open) return;
    this.sheet.showModal();
    this.sheet.scrollTop = 0;
  }

  // The games.

  /** @param {Offered} game */
  card(game) {
    const change = () => {
      this.game = game;
      this.position = null;
      this.presets = new Map();
      memory.set('game', game.slug);
      this.paint();
    };
    const picture = el('div.picture');
    this.illustrate(game, picture);
    return el('label.game', {},
      el('input', { type: 'radio', name: 'game', value: game.slug, checked: game === this.game,
        testid: `game-${game.slug}`, on: { change, click: () => this.openSheet() } }),
      el('span.game-body', {}, el('span.game-title', { text: game.title }),
        el('span.faint.small', { text: game.summary }), picture));
  }

  /**
   * A picture of the game in progress, from a line of play that the server knows.
   * @param {Offered} game
   * @param {Element} box
   */
  async illustrate(game, box) {
    const { slug, title } = game;
    const known = this.players.flatMap((player) => player.refutations).find((line) => line.game === slug)?.moves ?? [];
    try {
      const board = await ask(slug, 'board', { moves: listOf(known.slice(0, Math.ceil(known.length / 2))) });
      new Line(box, true).show(board, { label: `A picture of ${title}` });
    } catch (error) {
      if (!this.miss(error, () => this.illustrate(game, box))) box.remove();
    }
  }

  /**
   * Asks again for what an outage kept away, once the server answers. Returns whether it will.
   * @param {unknown} error
   * @param {() => unknown} again
   */
  miss(error, again) {
    const passes = error instanceof ApiError && error.passes;
    if (passes) this.missed.push(again);
    return passes;
  }

  // What to play and how.

  paint() {
    const { game, way } = this;
    this.opening?.abort();
    this.fields.clear();
    put(this.details, this.more());
    put(this.wrong);
    put(this.trying);
    put(this.start, way.button);
    /** @param {string} name */
    const against = (name) => {
      // Typed text survives a change of opponent.
      this.keep();
      this.way = WAYS.find((candidate) => candidate.name === name) ?? way;
      memory.set('how', name);
      this.paint();
      find(this.form, `[data-testid="way-${name}"]`)?.focus();
    };
    put(this.form,
      el('div.setup-head', {}, el('h2', { text: game.title, testid: 'setup-title' }),
        el('span.row', {},
          button('✕', 'close-sheet', () => this.sheet.close(), { class: 'plain icon close', 'aria-label': 'Close' }),
          el('a', { href: `/rules/${game.slug}`, text: 'Rules', testid: 'to-rules' }),
          el('a', { href: `/study/${game.slug}`, text: 'Study', testid: 'to-study' }))), this.tutorial(),
      segments('Play against', 'way', WAYS.map(({ name, label }) => [name, label]), way.name, against),
      way.about ? el('p.faint.small', { text: way.about }) : null, way.name === 'computer' ? this.opponents() : null,
      el('div.pair', {}, el('div.field', {}, el('label', { for: 'name', text: 'Your name' }), this.name),
        segments('You sit as', 'seat', [['1', [emblem(1), ' 1']], ['2', [emblem(2), ' 2']], ['any', 'Either']],
          this.seat ?? (way.name === 'computer' ? '' : 'any'), (seat) => {
          this.seat = seat;
        })), el('div', {}, this.odds.root, this.details), this.wrong, this.trying, this.start);
    this.weigh();
  }

  /** The offer to learn a game that is new here. It is made until the game is learned, played, or the offer declined. */
  tutorial() {
    const { slug } = this.game;
    const declined = (memory.get('declined') ?? '').split(' ');
    const known = declined.includes(slug) || ownGames().some(({ game }) => game === slug)
      || attempts().some(({ game }) => game === slug);
    const words = this.game.tutorial;
    if (known || !words) return null;
    const box = el('div.offer-tutorial', { testid: 'offer-tutorial' }, el('span', { text: words }),
      el('span.row', {}, el('a.button', { href: `/learn/${slug}/first-game`, text: 'Learn', testid: 'to-tutorial' }),
        button('✕', 'decline-tutorial', () => {
          memory.set('declined', [...declined, slug].join(' ').trim());
          box.remove();
          this.start.focus({ preventScroll: true });
        }, { class: 'plain icon', 'aria-label': 'No, thank you' })));
    return box;
  }

  keep() {
    this.presets = new Map(this.typed());
    memory.set('name', this.name.value.trim());
  }

  /** @returns {[string, string][]} */
  typed() {
    return [...this.fields].map(([name, field]) => [name, field.value]);
  }

  opponents() {
    const able = this.players.filter((player) => player.games.includes(this.game.slug));
    /** @param {string} name */
    const known = (name) => able.find((player) => player.name === name);
    this.opponent = (known(this.opponent) ?? known(this.game.usualPlayer) ?? able[0]).name;
    const belief = el('p.belief.faint.small', { testid: 'belief', text: known(this.opponent)?.belief });
    /** @param {Player} player */
    const option = ({ name, title }) => el('option', { value: name, text: title, selected: name === this.opponent });
    /** @param {Player} player */
    const isLevel = ({ name }) => name.startsWith('computer:');
    const select = el('select', { id: 'opponent', testid: 'opponent' },
      el('optgroup', { label: 'Levels' }, able.filter(isLevel).reverse().map(option)),
      el('optgroup', { label: 'Characters, each with one fixed idea' },
        able.filter((player) => !isLevel(player)).map(option)));
    select.addEventListener('change', () => {
      this.opponent = select.value;
      memory.set('opponent', select.value);
      belief.textContent = known(this.opponent)?.belief ?? '';
      this.weigh();
    });
    return el('div.field', {}, el('label', { for: 'opponent', text: 'Opponent' }), select, belief, this.odds.shortfall);
  }

  more() {
    const { game } = this;
    /** @type {(name: string, usual: string | number) => string | number} */
    const preset = (name, usual) => this.presets.get(name) ?? usual;
    /** @type {(name: string, field: Field) => HTMLElement} */
    const add = (name, field) => {
      this.fields.set(name, field);
      return field.root;
    };
    /** @type {(name: string, label: string, usual: number, min: number, max: number) => HTMLElement} */
    const number = (name, label, usual, min, max) =>
      add(name, numberField(name, label, preset(name, usual), { min, max }));
    /** @type {(name: string, label: string, choices: string[][]) => HTMLElement} */
    const words = (name, label, choices) => add(name, wordField(name, label, preset(name, choices[0][0]), choices));
    const parameters = game.parameters.map((parameter) =>
      add(parameter.name, parameterField(inRoom(parameter, game), preset(parameter.name, parameter.default)))
    );
    const clock = words('clock', 'Clock', CLOCKS);
    const own = el('div.pair.wide', { hidden: this.value('clock') !== 'other' },
      number('minutes', 'Minutes for the game', 5, 1, Math.floor(game.mostSeconds / 60)),
      number('increment', 'Extra seconds per move', 5, 0, game.mostIncrement));
    clock.addEventListener('change', () => {
      own.hidden = this.value('clock') !== 'other';
    });
    const fromStart = () => {
      this.keep();
      this.position = null;
      this.paint();
    };
    return [el('summary', { text: 'Variant, rounds and clock' }),
      this.position
        ? el('p.small', { testid: 'position' }, 'Starts from ', el('code', { text: this.position }), ' ',
          button('Use the normal start', undefined, fromStart, { class: 'pill quiet' })) : null,
      el('div.fields', {}, parameters,
        game.first === 'either'
          ? words('first', 'Who begins', [['', 'Player 1'], ['2', 'Player 2'], ['toss', 'Toss a coin']]) : null,
        number('rounds', 'Rounds', 1, 1, game.mostRounds),
        words('bestOf', 'The session ends', [['no', 'after all rounds'], ['yes', 'once it is decided']]),
        words('seats', 'Seats', [['swap', 'swap after each round'], ['keep', 'stay the same']]), clock,
        this.way.name === 'computer'
          ? words('watch', 'Who can watch', [['link', 'people with the link'], ['all', 'anyone']]) : null, own)];
  }

  /** @param {string} name */
  value(name) {
    return this.fields.get(name)?.value ?? '';
  }

  /** Those of the form, as the server takes them. */
  settings() {
    const all = this.game.parameters.map(({ name }) => /** @type {[string, string]} */ ([name, this.value(name)]));
    return this.unusual(all).map((setting) => setting.join('='));
  }

  /** Asks what a player should know about the variant, and seats a person where it favours them unless they have chosen. */
  weigh() {
    const { game, position } = this;
    // What cannot be played is not asked about.
    this.odds.root.hidden = [...this.fields.values()].some((field) => field.fault(field.value));
    if (this.odds.root.hidden) return;
    const first = Number(this.value('first'));
    const set = this.settings();
    this.form.querySelector('[data-testid="to-rules"]')?.setAttribute('href', `/rules/${game.slug}${query({ set })}`);
    this.odds.about(game.slug, { set, ...(position ? { position } : first ? { first } : {}) });
    const seated = this.odds.seat(this.way.name === 'computer' ? this.opponent : null, () => this.weigh());
    this.seated = seated;
    seated.then((seat) => {
      const chair = document.querySelector(`[data-testid="seat-${seat ?? 'any'}"]`);
      if (seated === this.seated && !this.seat && chair instanceof HTMLInputElement) chair.checked = true;
    });
  }

  /**
   * The player's request, before anything random is decided, or null if a field is invalid.
   * @param {string | number} seat
   * @returns {Wish | null}
   */
  wish(seat) {
    const { game, way, position } = this;
    const [clock, first] = [this.value('clock'), this.value('first')];
    const called = this.name.value.trim();
    const own = clock === 'other';
    const needed = [...this.fields].filter(([name]) => own || (name !== 'minutes' && name !== 'increment'));
    const [wrong] = needed.map(([, field]) => field).filter((field) => !field.check());
    if (wrong) {
      this.details.open = true;
      wrong.input.focus();
      return null;
    }
    const [seconds, increment] = own ? [Number(this.value('minutes')) * 60, Number(this.value('increment'))]
      : clock.split('+').map(Number);
    return { game: game.slug, set: this.settings(), opponent: way.name === 'computer' ? this.opponent : null,
      rounds: Number(this.value('rounds')), bestOf: this.value('bestOf') === 'yes', seats: this.value('seats'),
      ...(position ? { position } : first ? { first } : {}), ...(clock ? { time: { seconds, increment } } : {}),
      listed: way.name === 'anyone' || this.value('watch') === 'all', ...(called ? { name: called } : {}),
      seat: seat === 'any' ? seat : Number(seat) };
  }

  async begin() {
    // During retries, the same button cancels.
    if (this.opening) {
      if (this.trying.textContent) this.opening.abort();
      return;
    }
    // Where a player sits who has not chosen is known in a moment.
    const seat = this.seat ?? (await this.seated) ?? 'any';
    if (this.opening) return;
    this.wrong.textContent = '';
    const wish = this.wish(seat);
    if (!wish) return;
    memory.set('name', this.name.value.trim());
    const typed = { asked: String(this.asked), seat: this.seat, presets: this.typed(), opened: this.details.open };
    this.opening = new AbortController();
    const { signal } = this.opening;
    /** @param {string} text */
    const tell = (text) => {
      this.trying.textContent = text;
      this.start.textContent = 'Stop trying';
    };
    /** @param {Opening} body */
    const open = (body) => persist(() => api('/api/rooms', { body, signal }), tell, signal);
    try {
      const { room, seat, key } = await open(bodyFor(wish, typed)).catch((error) => {
        // The key has already opened a different room.
        if (!(error instanceof ApiError) || error.status !== 409 || error.kind !== 'refused') throw error;
        return open(freshBody(wish, typed));
      });
      forget();
      keepKey(room, seat, key);
      go(`/r/${room}`);
    } catch (error) {
      this.trying.textContent = '';
      this.start.textContent = this.way.button;
      if (!isAbort(error)) this.wrong.textContent = sentence(reason(error));
    }
    this.opening = null;
  }

  // Own, open and live games.

  showOwn() {
    const games = inOrder(ownGames());
    this.ownBox.hidden = games.length === 0;
    const shape = JSON.stringify(games);
    if (this.own.dataset.shape === shape) return;
    this.own.dataset.shape = shape;
    renew(this.own, games.slice(0, OWN_SHOWN).map((own) =>
      ownEntry(own, () => {
        dropGame(own.room);
        this.showOwn();
      })
    ));
  }

  /** What has become of the viewer's games that are not over, while they were away. */
  async updateOwn() {
    const open = inOrder(ownGames()).filter(({ state }) => state !== 'over').slice(0, OWN_ASKED);
    await Promise.allSettled(open.map(async ({ room }) => {
      try {
        const game = await api(`/api/rooms/${room}`);
        noteGame(game, seatOf(game, keyOf(room)?.seat ?? null));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) dropGame(room);
      }
    }));
    this.showOwn();
  }

  async refresh() {
    this.showOwn();
    try {
      const [open, live] = await Promise.all([api('/api/rooms?standing=open'), api('/api/rooms?standing=live')]);
      list(this.open, open, 'No open challenges. Open one, and another player may join.', true);
      list(this.live, live, 'No games in progress.', false);
      for (const again of this.missed.splice(0)) again();
    } catch (error) {
      const unreached = error instanceof ApiError && error.status === 0;
      if (!unreached || !this.open.childElementCount) list(this.open, [], reason(error), true);
    }
  }
}

/**
 * A parameter with the values that a room takes, which are fewer than those of a study.
 * @param {Parameter} parameter
 * @param {Offered} game
 * @returns {Parameter}
 */
function inRoom(parameter, { mostInRoom }) {
  const { name, range } = parameter;
  const most = mostInRoom[name];
  return most === undefined || Array.isArray(range) ? parameter : { ...parameter, range: { ...range, max: most } };
}

/**
 * A choice between a few options.
 * @param {string} legend
 * @param {string} name
 * @param {Child[][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
function segments(legend, name, choices, chosen, onChange) {
  const inputs = choices.map(([value, label]) =>
    el('label', {},
      el('input', { type: 'radio', name, value, checked: value === chosen, testid: `${name}-${value}`,
        on: { change: () => onChange(String(value)) } }), el('span', {}, label))
  );
  return el('fieldset', {}, el('legend', { text: legend }), el('div.segments', {}, inputs));
}
