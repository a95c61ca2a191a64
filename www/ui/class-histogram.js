/** <class-histogram>: how many items there are of each class; each class is a button that shows only its items. */

import { admits } from '../state.js';
import { naming, titled } from '../naming.js';
import { intend } from './intent.js';

/**
 * @import { Counts } from '../engine/protocol.js'
 * @import { Naming } from '../naming.js'
 * @import { Dataset, Query } from '../state.js'
 */

export class ClassHistogram extends HTMLElement {
  #list = /** @type {HTMLElement} */ (this.querySelector('ul'));
  #whose = /** @type {HTMLElement} */ (this.querySelector('h2 small'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  #choice = /** @type {HTMLElement} */ (this.querySelector('.choice'));
  #except = /** @type {HTMLElement} */ (this.#choice.firstElementChild);
  /** @type {Counts | null} */
  #shown = null;
  /** @type {Naming | null} */
  #naming = null;
  /** @type {Query | null} */
  #query = null;
  /** Whether the key that was pressed last adds to what is chosen. */
  #adds = false;

  connectedCallback() {
    this.#list.addEventListener('click', (event) => {
      const label = this.#buttons.find((button) => button.contains(/** @type {Node} */ (event.target)))?.value;
      // A finger has no other keys to hold down: it always adds and takes away.
      // A click that comes from a key says nothing of others that are held, in Firefox.
      const adds = event.detail === 0 ? this.#adds : holds(event);
      const several = adds || /** @type {PointerEvent} */ (event).pointerType === 'touch';
      if (label !== undefined) intend(this, { type: 'class', label: Number(label), several });
    });
    this.#list.addEventListener('keydown', (event) => this.#press(event));
    this.#list.addEventListener('focusin', ({ target }) => this.#stop(/** @type {HTMLElement} */ (target)));
    this.#except.addEventListener('click', () => intend(this, { type: 'find', change: { except: !this.#query?.except } }));
    this.#choice.lastElementChild?.addEventListener('click', () => {
      this.#buttons.find((button) => button.tabIndex === 0)?.focus();
      intend(this, { type: 'find', change: { labels: null } });
    });
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    const { counts, query, statuses: { images, labels } } = dataset;
    this.hidden = !counts?.classes.length;
    this.#whose.textContent = images && labels && images.promised !== labels.promised ? `of ${labels.promised.toLocaleString('en')} labels` : '';
    const named = naming(dataset);
    if (!counts || (counts === this.#shown && named === this.#naming && query === this.#query)) return;
    if (counts !== this.#shown || named !== this.#naming) this.#count(counts, named);
    this.#shown = counts;
    this.#naming = named;
    this.#query = query;
    this.#choice.hidden = query.labels === null;
    this.#except.setAttribute('aria-pressed', String(query.except));
    this.classList.toggle('filtered', query.labels !== null);
    for (const button of this.#buttons) {
      button.setAttribute('aria-pressed', String(query.labels !== null && admits(query, Number(button.value))));
    }
  }

  /**
   * @param {Counts} counts
   * @param {Naming} named
   */
  #count({ classes, more }, named) {
    const most = Math.max(1, ...classes.map(({ count }) => count));
    while (this.#list.children.length > classes.length) this.#list.lastElementChild?.remove();
    this.classList.toggle('named', classes.some(({ label }) => named.names.has(label)));
    classes.forEach(({ label, count }, index) => {
      const entry = this.#list.children[index] ?? this.#list.appendChild(create());
      const button = /** @type {HTMLButtonElement} */ (entry.firstElementChild);
      const [name, bar, figure] = /** @type {HTMLElement[]} */ ([...button.children]);
      name.textContent = titled(named, label);
      button.value = String(label);
      button.title = `Label ${titled(named, label)}: click to see only these, with Shift to add them`;
      bar.style.setProperty('--share', String(count / most));
      figure.textContent = count.toLocaleString('en');
    });
    this.#note.hidden = more === 0;
    this.#note.textContent = `and ${more.toLocaleString('en')} further values`;
    if (!this.#buttons.some((button) => button.tabIndex === 0)) this.#stop(this.#buttons[0]);
  }

  get #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.#list.querySelectorAll('button')]);
  }

  /**
   * The list is one stop for Tab.
   * @param {HTMLElement | undefined} button
   */
  #stop(button) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.#adds = holds(event);
    const at = this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const last = this.#buttons.length - 1;
    const to = { ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#buttons[Math.max(0, Math.min(to, last))].focus();
  }
}

/**
 * Whether keys are held that add to what is chosen.
 * @param {MouseEvent | KeyboardEvent} event
 */
function holds({ shiftKey, ctrlKey, metaKey }) {
  return shiftKey || ctrlKey || metaKey;
}

function create() {
  const entry = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  const figure = document.createElement('span');
  figure.className = 'figure';
  // The space is not seen, but heard.
  button.append(document.createElement('bdi'), ' ', document.createElement('i'), figure);
  entry.append(button);
  return entry;
}
