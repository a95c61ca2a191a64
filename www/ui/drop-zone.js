/** <drop-zone>: files come in by drop anywhere on the window, by paste, and by the one file input. */

import { dropped, picked } from './dropped.js';
import { intend } from './intent.js';

export class DropZone extends HTMLElement {
  #input = /** @type {HTMLInputElement} */ (this.querySelector('input'));
  #overlay = /** @type {HTMLElement} */ (document.querySelector('.drop-overlay'));
  /** Entering a child comes before leaving its parent. */
  #depth = 0;

  connectedCallback() {
    // It moves into the header when files are open.
    if (this.#input.dataset.ready) return;
    this.#input.dataset.ready = 'true';

    this.#input.addEventListener('change', () => {
      const entries = picked(this.#input.files);
      // So that the same file can be picked again.
      this.#input.value = '';
      this.#input.webkitdirectory = false;
      intend(this, { type: 'files', entries });
    });
    this.querySelector('.folder')?.addEventListener('click', () => {
      this.#input.webkitdirectory = true;
      this.#input.click();
    });
    this.#input.addEventListener('cancel', () => (this.#input.webkitdirectory = false));

    addEventListener('dragenter', (event) => this.#drag(event, 1));
    addEventListener('dragleave', (event) => this.#drag(event, -1));
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      this.#drag(event, -this.#depth);
      if (event.dataTransfer) this.#take(event.dataTransfer);
    });
    addEventListener('paste', (event) => {
      if (!event.clipboardData?.types.includes('Files')) return;
      event.preventDefault();
      this.#take(event.clipboardData);
    });
  }

  /** Takes the focus. */
  enter() {
    this.#input.focus();
  }

  /** Opens the file dialogue. */
  pick() {
    this.#input.click();
  }

  /** @param {DataTransfer} transfer */
  async #take(transfer) {
    const { entries, failures } = await dropped(transfer);
    for (const { name, fault } of failures) {
      intend(this, { type: 'alert', alert: { key: `refused:${name}`, file: name, severe: true, faults: [fault] } });
    }
    if (entries.length || !failures.length) intend(this, { type: 'files', entries });
  }

  /**
   * @param {DragEvent} event
   * @param {number} by
   */
  #drag(event, by) {
    event.preventDefault();
    this.#depth = Math.max(0, this.#depth + by);
    this.#overlay.hidden = this.#depth === 0 || !event.dataTransfer?.types.includes('Files');
  }
}
