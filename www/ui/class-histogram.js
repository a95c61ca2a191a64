/** <class-histogram>: how many items there are of each class. */

/** @import { Counts } from '../engine/protocol.js' */

export class ClassHistogram extends HTMLElement {
  #list = /** @type {HTMLElement} */ (this.querySelector('ul'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  /** @type {Counts | null} */
  #shown = null;

  /** @param {Counts | null} counts */
  render(counts) {
    this.hidden = !counts?.classes.length;
    if (!counts || counts === this.#shown) return;
    this.#shown = counts;
    const most = Math.max(1, ...counts.classes.map(({ count }) => count));
    while (this.#list.children.length > counts.classes.length) this.#list.lastElementChild?.remove();
    counts.classes.forEach(({ label, count }, index) => {
      const entry = this.#list.children[index] ?? this.#list.appendChild(create());
      const [name, bar, figure] = /** @type {HTMLElement[]} */ ([...entry.children]);
      name.textContent = label;
      name.title = label;
      bar.style.setProperty('--share', String(count / most));
      figure.textContent = count.toLocaleString('en');
    });
    this.#note.hidden = counts.more === 0;
    this.#note.textContent = `and ${counts.more.toLocaleString('en')} further values`;
  }
}

function create() {
  const entry = document.createElement('li');
  const figure = document.createElement('span');
  figure.className = 'figure';
  entry.append(document.createElement('bdi'), document.createElement('i'), figure);
  return entry;
}
