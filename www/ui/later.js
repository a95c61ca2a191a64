/** Elements that few visits need: their modules are fetched when there is something to show in them. */

import { load } from '../platform/load.js';

/** @import { Elements } from '../platform/modules.js' */

/** What could not be had, and what fetches it once more. @type {Map<string, () => void>} */
const missing = new Map();
/** Stylesheets by their names. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

const complaint = /** @type {HTMLElement} */ (document.querySelector('.missing'));
complaint.querySelector('button')?.addEventListener('click', () => {
  complaint.hidden = true;
  const again = [...missing.values()];
  missing.clear();
  for (const fetch of again) fetch();
});

/**
 * Says that a part of the page could not be had, and offers to fetch it once more.
 * @param {string} path
 * @param {() => void} fetch
 */
function miss(path, fetch) {
  missing.set(path, fetch);
  complaint.setAttribute('role', 'alert');
  complaint.hidden = false;
}

/**
 * Stands for an element until its module is here.
 * @template {keyof Elements} T
 * @template {HTMLElement & { render?(props: any): void }} [E=Elements[T]]
 */
export class Later {
  #tag;
  #style;
  #after;
  /** @type {E | null} */
  #here = null;
  #asked = false;
  #wanted = true;
  /** What is to be shown. @type {unknown} */
  #props;
  /** What is to be done when it is here. @type {((element: E) => void)[]} */
  #tasks = [];

  /**
   * @param {T} tag
   * @param {string} [style]  name of a stylesheet beside this module
   * @param {Promise<unknown>} [after]  what it waits for
   */
  constructor(tag, style, after) {
    this.#tag = tag;
    this.#style = style;
    this.#after = after;
    this.element = /** @type {HTMLElement} */ (document.querySelector(tag));
  }

  /**
   * @param {E extends { render(props: infer P): void } ? P : never} props
   * @param {boolean} [wanted]  whether there is something to show
   */
  render(props, wanted = true) {
    this.#props = props;
    this.#wanted = wanted;
    if (this.#here) return this.#here.render?.(props);
    if (wanted) this.#fetch();
    else this.element.hidden = true;
  }

  /**
   * Does something with the element, now or when it is here.
   * @param {(element: E) => void} task
   */
  use(task) {
    if (this.#here) return task(this.#here);
    this.#tasks.push(task);
    this.#fetch();
  }

  async #fetch() {
    if (this.#asked) return;
    this.#asked = true;
    // It has its room from now on; until it is defined it is not seen.
    this.element.hidden = !this.#wanted;
    const arrived = await Promise.all([load(`ui/${this.#tag}`), this.#style && dress(this.#style), this.#after]).catch(
      () => null,
    );
    if (!arrived) return this.#miss();
    customElements.define(this.#tag, Object.values(arrived[0])[0]);
    this.#here = /** @type {E} */ (this.element);
    this.element.hidden = !this.#wanted;
    if (this.#props !== undefined) this.#here.render?.(this.#props);
    for (const task of this.#tasks) task(this.#here);
  }

  #miss() {
    this.#tasks = [];
    this.element.hidden = true;
    miss(this.#tag, () => {
      this.#asked = false;
      this.#fetch();
    });
  }
}

/** @param {string} name */
function dress(name) {
  const style = styles.get(name) ?? link(name);
  styles.set(name, style);
  return style.catch((error) => {
    styles.delete(name);
    throw error;
  });
}

/** @param {string} name */
function link(name) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: new URL(name, import.meta.url).href,
    });
    element.addEventListener('load', resolve);
    element.addEventListener('error', () => {
      element.remove();
      reject(new Error(`${name} could not be had`));
    });
    document.head.append(element);
  });
}
