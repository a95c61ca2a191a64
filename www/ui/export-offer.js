/** The files that an export offers: each with a name that can be changed, its size, and a button that saves it. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Fault } from '../engine/protocol.js'
 * @import { ExportFile } from './export-files.js'
 *
 * @typedef {{ item: HTMLLIElement, file: ExportFile, size: number | null }} Row  with a file, and its size if that is exact
 *
 * @typedef {object} Handlers
 * @property {(row: Row) => void} save
 * @property {(fault: Fault) => void} fail  a file cannot be made
 */

const words = late.exporting;

export class ExportOffer {
  #list;
  #handlers;
  /** @type {Row[]} */
  #rows = [];
  /** Changes when sizes are not wanted any more. */
  #generation = 0;

  /**
   * @param {HTMLElement} list
   * @param {Handlers} handlers
   */
  constructor(list, handlers) {
    this.#list = list;
    this.#handlers = handlers;
  }

  /** @param {ExportFile[]} files */
  show(files) {
    this.#rows = files.map((file) => this.#row(file));
    this.#list.replaceChildren(...this.#rows.map(({ item }) => item));
  }

  /**
   * @param {ExportFile} file
   * @returns {Row}
   */
  #row(file) {
    const template = document.createElement('template');
    template.innerHTML = markup`
      <li>
        <label><span>${words.file(file.held, file.part)}</span>
          <input type="text" autocomplete="off" spellcheck="false" aria-label="${words.name}: ${words.file(file.held, file.part)}"></label>
        <span class="size"></span>
        <button type="button">${words.save(file.held, file.part)}</button>
      </li>`;
    const item = /** @type {HTMLLIElement} */ (document.importNode(template.content, true).firstElementChild);
    /** @type {HTMLInputElement} */ (item.querySelector('input')).value = file.name;
    /** @type {Row} */
    const row = { item, file, size: null };
    item.querySelector('button')?.addEventListener('click', () => this.#handlers.save(row));
    return row;
  }

  /**
   * Finds out how large the files will be, unless it is known.
   * @param {Engine} engine
   */
  async measure(engine) {
    const generation = ++this.#generation;
    for (const row of this.#rows) {
      const size = /** @type {HTMLElement} */ (row.item.querySelector('.size'));
      if (size.textContent) continue;
      try {
        const { bytes, exact } = await engine.call('exportSize', row.file.request);
        if (generation !== this.#generation) return;
        row.size = exact ? bytes : null;
        size.textContent = words.size(bytes, exact);
      } catch (error) {
        if (generation !== this.#generation) return;
        /** @type {HTMLButtonElement} */ (row.item.querySelector('button')).disabled = true;
        this.#handlers.fail(/** @type {Fault} */ (error));
      }
    }
  }

  /** Sizes that are not known yet are not wanted any more. */
  stopMeasuring() {
    this.#generation++;
  }
}
