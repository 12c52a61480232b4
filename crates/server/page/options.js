// What a player can switch on and off, and the sheet that does it. The choices stay in this browser.

import { el, memory, sheet } from './kit.js';

/** @typedef {'sound' | 'notify' | 'twice' | 'emotes' | 'predict'} Option */

/** @type {Record<Option, { usual: boolean, label: string, about: string }>} */
const OPTIONS = { sound: { usual: false, label: 'Sound', about: 'Short tones for moves, your turn and the end.' },
  notify: { usual: false, label: 'Notify me',
    about: 'A system notification when it is your turn and the window is hidden.' },
  twice: { usual: true, label: 'Tap twice to play',
    about: 'On a touch screen, the first tap shows what a move does, and the second plays it.' },
  emotes: { usual: true, label: 'Messages', about: 'Show what the other player says.' },
  predict: { usual: false, label: 'Predict first',
    about: 'In a study or a review, you are asked for the value of a position before it is shown.' } };

/**
 * Whether something is switched on.
 * @param {Option} name
 */
export function isOn(name) {
  const chosen = memory.get(name);
  return chosen === null ? OPTIONS[name].usual : chosen === 'on';
}

/**
 * Switches something on or off. What needs a permission stays off without it.
 * @param {Option} name
 * @param {boolean} on
 */
export async function turn(name, on) {
  let may = true;
  if (name === 'notify' && on) may = (await ask()) === 'granted';
  const wanted = on && may;
  memory.set(name, wanted === OPTIONS[name].usual ? null : wanted ? 'on' : 'off');
  return wanted;
}

function ask() {
  return 'Notification' in globalThis ? Notification.requestPermission() : Promise.resolve('denied');
}

/** Shows the options. */
export function showOptions() {
  const rows = /** @type {[Option, { label: string, about: string }][]} */ (Object.entries(OPTIONS)).map(
    ([name, { label, about }]) => {
      const wrong = el('span.wrong');
      const box = el('input', { type: 'checkbox', role: 'switch', id: `option-${name}`, checked: isOn(name),
        'aria-describedby': `about-${name}`, testid: `option-${name}` });
      box.addEventListener('change', async () => {
        const on = await turn(name, box.checked);
        wrong.textContent = box.checked && !on ? 'This browser does not allow notifications for this page.' : '';
        box.checked = on;
      });
      return el('div.option', {}, box, el('label', { for: `option-${name}`, text: label }),
        el('span.faint.small', { id: `about-${name}`, text: about }), wrong);
    },
  );
  sheet('Options', 'options-dialog', '', [el('h2', { text: 'Options' }), rows],
    el('button.main', { text: 'Close', testid: 'options-close' }));
}
