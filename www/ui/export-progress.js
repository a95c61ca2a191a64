/** <export-progress>: how much of an export is done, and a button that cancels it. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { ExportRequest } from '../engine/export-plan.js'
 *
 * @typedef {(request: ExportRequest, handle: FileSystemFileHandle | null) => Promise<{ file: Blob | void } | undefined>} Run
 *   makes a file, on the disk or else as a blob; undefined if that was cancelled
 */

const words = late.exporting;
const CONTENT = markup`
  <p class="work" hidden>
    <progress aria-label="${words.working}" max="1"></progress>
    <span></span>
    <button type="button">${words.cancel}</button>
  </p>`;

export class ExportProgress extends ViewerElement {
  #line = this.find('.work');
  #bar = this.find('progress', HTMLProgressElement);
  #share = this.find('span');
  #button = this.find('button', HTMLButtonElement);
  /** The export under way. @type {object | null} */
  #running = null;

  constructor() {
    super(CONTENT);
    this.#button.addEventListener('click', () => this.dispatchEvent(new Event('cancel')));
  }

  get isRunning() {
    return this.#running !== null;
  }

  /**
   * Does work that exports something, unless it is cancelled. Meanwhile the fields are disabled; then one has the focus again.
   * @param {Engine} engine
   * @param {HTMLFieldSetElement} fields
   * @param {HTMLElement | null} field
   * @param {(run: Run) => Promise<void>} work
   */
  async start(engine, fields, field, work) {
    const running = {};
    this.#running = running;
    try {
      await work(async (request, handle) => {
        if (this.#running !== running) return undefined;
        this.#line.hidden = false;
        fields.disabled = true;
        this.#show(0);
        this.#button.focus();
        await engine.call('beginExport', request, handle);
        for (;;) {
          const step = this.#running === running ? await engine.call('stepExport') : null;
          if (!step || this.#running !== running) return undefined;
          this.#show(step.progress);
          if (step.done) return step;
        }
      });
    } catch (error) {
      if (this.#running === running) throw error;
    } finally {
      if (this.#running === running) this.#running = null;
      if (!this.#running) {
        this.#line.hidden = true;
        fields.disabled = false;
        field?.focus();
      }
    }
  }

  /**
   * Cancels the export under way. Tells whether there was one.
   * @param {Engine} [engine]
   */
  cancel(engine) {
    if (!this.#running) return false;
    this.#running = null;
    engine?.call('cancelExport').catch(() => {});
    return true;
  }

  /** @param {number} share  that is done, from 0 to 1 */
  #show(share) {
    this.#bar.value = share;
    this.#share.textContent = words.progress(share);
  }
}
