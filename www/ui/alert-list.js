/** <alert-list>: what went wrong, one entry per file, each kept until it is dismissed. */

import { explain } from '../messages.js';
import { intend } from './intent.js';

/** @import { Alert } from '../state.js' */

export class AlertList extends HTMLElement {
  #tally = /** @type {HTMLElement} */ (this.querySelector('.tally'));
  #all = /** @type {HTMLElement} */ (this.querySelector('button'));
  #entries = /** @type {HTMLElement} */ (this.querySelector('.entries'));
  /** @type {Map<Alert, HTMLElement>} */
  #drawn = new Map();

  connectedCallback() {
    this.#all.addEventListener('click', () => intend(this, { type: 'settle-all' }));
  }

  /** @param {{ alerts: Alert[], tally: { opened: number, skipped: number } | null }} props */
  render({ alerts, tally }) {
    this.hidden = alerts.length === 0;
    this.#all.hidden = alerts.length < 2;
    this.#tally.hidden = !tally?.skipped;
    this.#tally.textContent = tally ? `${tally.opened} opened, ${tally.skipped} skipped` : '';
    const focused = this.contains(document.activeElement);
    for (const [alert, entry] of this.#drawn) {
      if (alerts.includes(alert)) continue;
      entry.remove();
      this.#drawn.delete(alert);
    }
    // So that dismissing one by one needs no way back.
    if (focused && !this.contains(document.activeElement)) this.#entries.querySelector('button')?.focus();
    for (const alert of alerts) {
      if (this.#drawn.has(alert)) continue;
      const entry = this.#entry(alert);
      this.#drawn.set(alert, entry);
      this.#entries.append(entry);
    }
  }

  /** @param {Alert} alert */
  #entry({ key, file, severe, faults, head }) {
    const entry = document.createElement('div');
    entry.setAttribute('role', 'alert');
    entry.classList.toggle('severe', severe);
    const dismiss = document.createElement('button');
    dismiss.type = 'button';
    dismiss.textContent = '×';
    dismiss.setAttribute('aria-label', file ? `Dismiss: ${file}` : 'Dismiss');
    dismiss.addEventListener('click', () => intend(this, { type: 'settle', key }));
    entry.append(dismiss);
    if (file) {
      const name = document.createElement('bdi');
      name.textContent = name.title = file;
      entry.append(name);
    }
    const messages = faults.map(explain);
    const reasons = new Set([...messages.map(({ why }) => why), ...messages.map(({ advice }) => advice)]);
    entry.append(...messages.map(({ saw }) => paragraph('saw', saw)), paragraph('why', [...reasons].join(' ').trim()));
    entry.append(details(faults.map(({ message }) => message), head));
    return entry;
  }
}

/**
 * @param {string} kind
 * @param {string} text
 */
function paragraph(kind, text) {
  const element = document.createElement('p');
  element.className = kind;
  element.textContent = text;
  element.hidden = !text;
  return element;
}

/**
 * @param {string[]} messages
 * @param {string} [head]
 */
function details(messages, head) {
  const element = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Details';
  element.append(summary, ...messages.map((message) => paragraph('message', message)));
  if (head) {
    const code = document.createElement('code');
    code.textContent = head;
    const line = paragraph('head', 'First 16 bytes: ');
    line.append(code);
    element.append(line);
  }
  return element;
}
