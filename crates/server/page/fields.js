// The fields of the forms that set up a game or a study.

import { el } from './kit.js';

/** @import { Parameter } from '../page-types/wire.js' */

/**
 * A number without the separators of digit groups.
 * @param {string} text
 */
export function ungrouped(text) {
  return text.trim().replaceAll(/(?<=\d)[\s,_](?=\d)/g, '');
}

/**
 * A number with its digits grouped in threes.
 * @param {string | number} number
 */
export function grouped(number) {
  return /^\d{5,}$/.test(String(number)) ? BigInt(number).toLocaleString('en') : String(number);
}

/**
 * Whether a text is a whole number within limits, which may exceed the exact range of numbers.
 * @param {string} text
 * @param {string | number} min
 * @param {string | number} max
 */
export function fits(text, min, max) {
  return /^\d+$/.test(text) && BigInt(text) >= BigInt(min) && BigInt(text) <= BigInt(max);
}

/**
 * Settings such as `length=12`, each as a name and a value.
 * @param {string[]} settings
 */
export function pairs(settings) {
  return settings.map((setting) => /** @type {[string, string]} */ (setting.split('=')));
}

/**
 * As much of a name as the server takes. What looks like one character is kept whole.
 * @param {string} text
 * @param {number} longest in characters
 */
export function shortName(text, longest) {
  if ([...text].length <= longest) return text;
  const parts = 'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
  let short = '';
  for (const part of parts) {
    if ([...short, ...part].length > longest) break;
    short += part;
  }
  return short;
}

/**
 * Keeps a name in a field as short as the server takes it. The browser's own limit counts otherwise, and cuts through emoji.
 * @param {HTMLInputElement} input
 * @param {number} longest
 */
export function limitName(input, longest) {
  input.addEventListener('input', () => {
    const short = shortName(input.value, longest);
    if (short !== input.value) input.value = short;
  });
}

/** A field with its name, its help text and its error message. */
export class Field {
  /**
   * @param {string} name
   * @param {string} label
   * @param {HTMLInputElement | HTMLSelectElement} input
   * @param {string} help
   * @param {(value: string) => string} fault the error message for a value, or nothing
   */
  constructor(name, label, input, help, fault) {
    this.input = input;
    this.fault = fault;
    this.wrong = el('span.wrong', { id: `wrong-${name}` });
    input.setAttribute('aria-describedby', `help-${name} wrong-${name}`);
    input.addEventListener('change', () => this.check());
    this.root = el('div.field', {}, el('label', { for: input.id, text: label }), input,
      help ? el('span.help', { id: `help-${name}`, text: help }) : null, this.wrong);
  }

  get value() {
    return ungrouped(this.input.value);
  }

  /** Shows the error message. Returns whether there is none. */
  check() {
    const fault = this.fault(this.value);
    this.wrong.textContent = fault;
    this.input.setAttribute('aria-invalid', String(fault !== ''));
    return fault === '';
  }
}

/**
 * A whole number.
 * @param {string} name
 * @param {string} label
 * @param {string | number} value
 * @param {{ min: string | number, max: string | number }} range
 */
export function numberField(name, label, value, { min, max }, help = '') {
  const input = el('input', { type: 'text', inputmode: 'numeric', id: `set-${name}`, value, testid: `set-${name}` });
  const fault = `${label} must be a number from ${min} to ${grouped(max)}.`;
  return new Field(name, label, input, help, (text) => (fits(text, min, max) ? '' : fault));
}

/**
 * One of several words, each with its label.
 * @param {string} name
 * @param {string} label
 * @param {string | number} value
 * @param {string[][]} choices
 */
export function wordField(name, label, value, choices, help = '') {
  const options = choices.map(([word, text]) => el('option', { value: word, text, selected: word === String(value) }));
  return new Field(name, label, el('select', { id: `set-${name}`, testid: `set-${name}` }, options), help, () => '');
}

/**
 * A parameter of a game.
 * @param {Parameter} parameter
 * @param {string | number} value
 */
export function parameterField({ name, range, help }, value) {
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  if (!Array.isArray(range)) return numberField(name, label, value, range, help);
  return wordField(name, label, value, range.map((word) => [word, word]), help);
}
