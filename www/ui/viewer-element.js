/** The base of all elements: each owns its markup, and ends its outside listeners when it is removed. */

import { makeUnique } from './unique-ids.js';

export class ViewerElement extends HTMLElement {
  /** The markup, until the element is connected for the first time. */
  #content;
  #watching = new AbortController();

  /** @param {string} content  from `markup` */
  constructor(content = '') {
    super();
    const template = document.createElement('template');
    if (content) template.innerHTML = content;
    this.#content = document.importNode(template.content, true);
    makeUnique(this.#content);
  }

  connectedCallback() {
    this.append(this.#content);
    this.#watching = new AbortController();
    this.watch(this.#watching.signal);
  }

  disconnectedCallback() {
    this.#watching.abort();
  }

  /**
   * Listens outside the element, until the signal is aborted. Runs each time the element is connected; listeners inside
   * the element belong into the constructor.
   * @param {AbortSignal} _signal
   */
  watch(_signal) {}

  /**
   * The element's own part that matches a selector, before and after it is connected.
   * @template {Element} [T=HTMLElement]
   * @param {string} selector
   * @param {new () => T} [_type]
   */
  find(selector, _type) {
    const found = this.#content.querySelector(selector) ?? this.querySelector(selector);
    return /** @type {T} */ (found);
  }

  /**
   * All of the element's own parts that match a selector, before and after it is connected.
   * @template {Element} [T=HTMLElement]
   * @param {string} selector
   * @param {new () => T} [_type]
   */
  findAll(selector, _type) {
    const waiting = this.#content.querySelectorAll(selector);
    const found = waiting.length ? waiting : this.querySelectorAll(selector);
    return /** @type {T[]} */ ([...found]);
  }
}

/**
 * Calls back when an element's size changes, until the signal is aborted.
 * @param {Element} element
 * @param {AbortSignal} signal
 * @param {() => void} callback
 */
export function onResize(element, signal, callback) {
  const observer = new ResizeObserver(callback);
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * How much larger the user's text is than usual: lengths that hold text are written for a default font of 16 CSS pixels.
 */
export function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
