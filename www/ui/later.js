/** Elements that few visits need: their modules are loaded when they have something to show. */

import { load, loadStyle } from '../platform/load.js';

/** @import { Elements } from '../platform/modules.js' */

/** The notice that parts of a viewer could not be loaded, with a button that tries again. */
export class Missing {
  #notice;
  /** The parts that could not be loaded, each with a function that tries again. @type {Map<string, () => void>} */
  #parts = new Map();

  /** @param {HTMLElement} notice  with a button */
  constructor(notice) {
    this.#notice = notice;
    notice.querySelector('button')?.addEventListener('click', () => {
      notice.hidden = true;
      const again = [...this.#parts.values()];
      this.#parts.clear();
      for (const load of again) load();
    });
  }

  /**
   * @param {string} part
   * @param {() => void} load
   */
  add(part, load) {
    this.#parts.set(part, load);
    this.#notice.setAttribute('role', 'alert');
    this.#notice.hidden = false;
  }
}

/**
 * Stands for an element until its module is loaded.
 * @template {keyof Elements} T
 * @template {HTMLElement & { render?(props: any): void }} [E=Elements[T]]
 */
export class Later {
  #tag;
  #styles;
  #after;
  /** @type {E | null} */
  #here = null;
  #asked = false;
  #wanted = true;
  #missing;
  #frame;
  /** The newest props. @type {unknown} */
  #props;
  /** Calls to make when the element has arrived. @type {((element: E) => void)[]} */
  #tasks = [];

  /**
   * @param {T} tag
   * @param {{ find(selector: string): HTMLElement | null }} frame  where it stands; an element in another one comes with that
   * @param {Missing} missing
   * @param {string[]} [styles]  names of stylesheets beside this module
   * @param {Promise<unknown>} [after]  what it waits for
   */
  constructor(tag, frame, missing, styles, after) {
    this.#tag = tag;
    this.#missing = missing;
    this.#styles = styles ?? [];
    this.#after = after;
    this.#frame = frame;
  }

  /** The element, with or without its content; null while the one around it has none. */
  get element() {
    return this.#frame.find(this.#tag);
  }

  /**
   * @param {E extends { render(props: infer P): void } ? P : void} props
   * @param {boolean} [wanted]  whether there is something to show
   */
  render(props, wanted = true) {
    this.#props = props;
    this.#wanted = wanted;
    if (this.#here) return this.#here.render?.(props);
    if (wanted) this.#fetch();
    else this.#hide(true);
  }

  /** Loads the element before it has something to show. */
  prepare() {
    this.#fetch();
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
    // It takes its room from now on; it is invisible until it is defined.
    this.#hide(!this.#wanted);
    const arrived = await Promise.all([
      load(`ui/${this.#tag}`),
      ...this.#styles.map((style) => loadStyle(`ui/${style}`)),
      this.#after,
    ]).catch(() => null);
    if (!arrived) return this.#miss();
    // Another viewer may have defined it.
    if (!customElements.get(this.#tag)) customElements.define(this.#tag, Object.values(arrived[0])[0]);
    // The viewer may have been closed meanwhile.
    if (!this.element) return;
    this.#here = /** @type {E} */ (this.element);
    this.#hide(!this.#wanted);
    if (this.#props !== undefined) this.#here.render?.(this.#props);
    for (const task of this.#tasks) task(this.#here);
  }

  #miss() {
    this.#tasks = [];
    this.#hide(true);
    this.#missing.add(this.#tag, () => {
      this.#asked = false;
      this.#fetch();
    });
  }

  /** @param {boolean} hidden */
  #hide(hidden) {
    const { element } = this;
    if (element) element.hidden = hidden;
  }
}
