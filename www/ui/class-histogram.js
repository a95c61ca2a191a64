/** <class-histogram>: how many items there are of each class. */

import { titled } from './cells.js';

/**
 * @import { Counts } from '../engine/protocol.js'
 * @import { Dataset } from '../state.js'
 */

export class ClassHistogram extends HTMLElement {
  #list = /** @type {HTMLElement} */ (this.querySelector('ul'));
  #whose = /** @type {HTMLElement} */ (this.querySelector('h2 small'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  /** @type {Counts | null} */
  #shown = null;

  connectedCallback() {
    new ResizeObserver(() => this.#watch()).observe(this.#list);
  }

  /** @param {Dataset} dataset */
  render({ counts, statuses: { images, labels } }) {
    this.hidden = !counts?.classes.length;
    this.#whose.textContent = images && labels && images.promised !== labels.promised ? `of ${labels.promised.toLocaleString('en')} labels` : '';
    if (!counts || counts === this.#shown) return;
    this.#shown = counts;
    const most = Math.max(1, ...counts.classes.map(({ count }) => count));
    while (this.#list.children.length > counts.classes.length) this.#list.lastElementChild?.remove();
    this.classList.toggle('named', counts.classes.some(({ name }) => name !== null));
    counts.classes.forEach(({ label, name: called, count }, index) => {
      const entry = this.#list.children[index] ?? this.#list.appendChild(create());
      const [name, bar, figure] = /** @type {HTMLElement[]} */ ([...entry.children]);
      name.textContent = name.title = titled(label, called);
      bar.style.setProperty('--share', String(count / most));
      figure.textContent = count.toLocaleString('en');
    });
    this.#note.hidden = counts.more === 0;
    this.#note.textContent = `and ${counts.more.toLocaleString('en')} further values`;
    this.#watch();
  }

  /** The list is a stop for Tab only where there is something to scroll. */
  #watch() {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#list;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) this.#list.tabIndex = 0;
    else this.#list.removeAttribute('tabindex');
  }
}

function create() {
  const entry = document.createElement('li');
  const figure = document.createElement('span');
  figure.className = 'figure';
  entry.append(document.createElement('bdi'), document.createElement('i'), figure);
  return entry;
}
