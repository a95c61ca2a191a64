/** <axis-controls>: which dimensions of an item are the rows and columns of a slice, and where it is cut along the others. */

import { wantedAxes } from '../state/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';

/** @import { Dataset } from '../state/index.js' */

const words = late.style.axes;
/** The letters of the roles that a dimension can have: rows, columns, colours. */
const ROLES = /** @type {const} */ (['r', 'c', 'k']);

export class AxisControls extends HTMLElement {
  /** The role of each dimension of an item, or where it is cut. @type {string[]} */
  #axes = [];
  /** The sizes of the dimensions of an item. @type {number[]} */
  #sizes = [];
  /** The sizes and roles that the controls were built for. */
  #built = '';

  connectedCallback() {
    this.addEventListener('input', ({ target }) => target instanceof HTMLInputElement && this.#move(target));
    // A position that the dimension does not have goes back to the one that is shown.
    this.addEventListener('change', ({ target }) =>
      target instanceof HTMLSelectElement ? this.#swap(target) : this.#write(true),
    );
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    const status = dataset.statuses.images;
    this.hidden = !status?.axes.length;
    if (!status || this.hidden) return;
    this.#axes = wantedAxes(dataset);
    this.#sizes = status.shape.slice(1);
    const built = [...this.#sizes, ...this.#axes.map(role)].join();
    if (built !== this.#built) this.#build();
    this.#built = built;
    this.#write();
  }

  #build() {
    const focused = /** @type {HTMLElement | null} */ (
      this.contains(document.activeElement) ? document.activeElement : null
    );
    const coloured = this.#sizes.length > 2 && this.#sizes.some(isColour);
    const lines = ROLES.filter((letter) => letter !== 'k' || coloured).map((letter) => this.#choice(letter));
    this.#axes.forEach((axis, index) => {
      if (!role(axis)) lines.push(this.#slider(index));
    });
    this.replaceChildren(...lines);
    if (focused)
      /** @type {HTMLElement | null} */ (this.querySelector(`[name="${focused.getAttribute('name')}"]`))?.focus();
  }

  /** @param {typeof ROLES[number]} letter */
  #choice(letter) {
    const select = Object.assign(document.createElement('select'), { name: letter });
    if (letter === 'k') select.append(new Option(words.none, ''));
    this.#sizes.forEach((size, index) => {
      const others = letter === 'k' && ['r', 'c'].includes(this.#axes[index]);
      if (letter !== 'k' || (isColour(size) && !others))
        select.append(new Option(words.sized(index + 1, size), String(index)));
    });
    return line('label', span(words.roles[letter]), select);
  }

  /** @param {number} index  of the dimension */
  #slider(index) {
    const [at, last] = [String(index), this.#sizes[index] - 1];
    const name = words.dimension(index + 1);
    const slider = Object.assign(document.createElement('input'), {
      type: 'range',
      name: at,
      min: '0',
      max: String(last),
      ariaLabel: name,
    });
    const number = Object.assign(document.createElement('input'), {
      type: 'text',
      name: at,
      inputMode: 'numeric',
      autocomplete: 'off',
      ariaLabel: words.bounded(name, last),
      title: words.bounds(last),
    });
    const title = span(words.short(index + 1));
    title.ariaHidden = 'true';
    return line('div', title, slider, number);
  }

  /**
   * Shows the chosen roles and positions. A position that the user is typing stays.
   * @param {boolean} [typed]  whether the user has finished typing
   */
  #write(typed = false) {
    for (const input of this.querySelectorAll('input')) {
      if (typed || input.type === 'range' || document.activeElement !== input)
        input.value = this.#axes[Number(input.name)];
    }
    for (const select of this.querySelectorAll('select')) {
      const index = this.#axes.indexOf(select.name);
      select.value = index < 0 ? '' : String(index);
    }
  }

  /**
   * Cuts a dimension at another position.
   * @param {HTMLInputElement} input
   */
  #move({ name, value }) {
    const index = Number(name);
    if (/^\d+$/.test(value))
      this.#choose(this.#axes.with(index, String(Math.min(Number(value), this.#sizes[index] - 1))));
  }

  /**
   * Gives a role to another dimension.
   * @param {HTMLSelectElement} select
   */
  #swap({ name, value }) {
    const axes = [...this.#axes];
    const before = axes.indexOf(name);
    // The two dimensions swap their roles; one without a role is cut at 0.
    if (before >= 0) axes[before] = (value && role(axes[Number(value)])) || '0';
    if (value) axes[Number(value)] = name;
    this.#choose(axes.map((axis, index) => (axis === 'k' && !isColour(this.#sizes[index]) ? '0' : axis)));
  }

  /** @param {string[]} axes */
  #choose(axes) {
    intend(this, { type: 'axes', axes: axes.join() });
  }
}

/**
 * The role of a dimension, or ''.
 * @param {string} axis
 */
function role(axis) {
  return ROLES.find((letter) => letter === axis) ?? '';
}

/** @param {number} size */
function isColour(size) {
  return size === 3 || size === 4;
}

/** @param {string} content */
function span(content) {
  return Object.assign(document.createElement('span'), { textContent: content });
}

/**
 * @param {'label' | 'div'} tag
 * @param {...HTMLElement} parts
 */
function line(tag, ...parts) {
  const element = Object.assign(document.createElement(tag), { className: 'line' });
  element.append(...parts);
  return element;
}
