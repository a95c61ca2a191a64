/** <alert-list>: what went wrong, one entry per file, each kept until it is dismissed. */

import { grouped } from '../text/figures.js';
import { explainAll } from '../text/messages.js';
import { intend } from './intent.js';

/** @import { Alert, State } from '../state/index.js' */

export class AlertList extends HTMLElement {
  #tally = /** @type {HTMLElement} */ (this.querySelector('.tally'));
  #all = /** @type {HTMLElement} */ (this.querySelector('button'));
  #entries = /** @type {HTMLElement} */ (this.querySelector('.entries'));
  /** @type {Map<Alert, HTMLElement>} */
  #drawn = new Map();
  #narrow = matchMedia('(max-width: 760px)');
  /** Whether each entry is one line, until it is opened. */
  #brief = false;

  connectedCallback() {
    this.#narrow.addEventListener('change', () => this.#fold());
    this.#all.addEventListener('click', () => intend(this, { type: 'settle-all' }));
  }

  /** @param {{ alerts: Alert[], tally: State['tally'] }} props */
  render({ alerts, tally }) {
    this.#tally.hidden = !tally?.skipped;
    this.#tally.textContent = tally ? count(tally) : '';
    this.hidden = alerts.length === 0 && this.#tally.hidden;
    this.#all.hidden = alerts.length === 1;
    this.#all.textContent = alerts.length ? 'Dismiss all' : 'Dismiss';
    const focused = this.contains(document.activeElement);
    for (const [alert, entry] of this.#drawn) {
      if (alerts.includes(alert)) continue;
      entry.remove();
      this.#drawn.delete(alert);
    }
    // So that dismissing one by one needs no way back.
    if (focused && !this.contains(document.activeElement)) this.#entries.querySelector('button')?.focus();
    const fresh = alerts.filter((alert) => !this.#drawn.has(alert));
    for (const alert of fresh) {
      const entry = this.#entry(alert);
      this.#drawn.set(alert, entry);
      this.#entries.append(entry);
    }
    this.#fold();
    // Below an item with its values it would not be seen.
    if (fresh.length) this.#entries.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /** One line each where there is little room for them. */
  #fold() {
    const brief = this.#narrow.matches || this.#drawn.size > 2;
    if (brief === this.#brief) return;
    this.#brief = brief;
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const entries = this.#entries.querySelectorAll('[role=alert] > details');
    for (const entry of entries) entry.open = !brief;
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
    const [first, ...others] = explainAll(faults);
    const more = document.createElement('details');
    more.open = !this.#brief;
    const summary = document.createElement('summary');
    if (file) {
      const name = document.createElement('bdi');
      name.textContent = name.title = file;
      summary.append(name, ' ');
    }
    const saw = document.createElement('span');
    saw.textContent = first.saw;
    summary.append(saw);
    const reasons = new Set(
      [first, ...others].map(({ why }) => why).concat([first, ...others].map(({ advice }) => advice)),
    );
    more.append(
      summary,
      ...others.map(({ saw }) => paragraph('saw', saw)),
      paragraph('why', [...reasons].join(' ').trim()),
    );
    more.append(
      details(
        faults.map(({ message }) => message),
        head,
      ),
    );
    entry.append(dismiss, more);
    return entry;
  }
}

/** @param {NonNullable<State['tally']>} tally */
function count({ opened, skipped, passed, unlisted }) {
  const names = passed.map((name) => name.slice(name.lastIndexOf('/') + 1));
  const some = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  const rest = unlisted ? `; ${grouped(unlisted)} more are not listed` : '';
  return `${grouped(opened)} file${opened === 1 ? '' : 's'} opened, ${grouped(skipped)} skipped${some.length ? `: ${some.join(', ')}` : ''}${rest}`;
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
