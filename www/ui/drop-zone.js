/** <drop-zone>: files come in by drop anywhere on its target, by paste, and by the one file input. */

import { markup } from '../platform/trusted.js';
import { text } from '../text/index.js';
import { dropped, picked, pickedAgain } from './dropped.js';
import { MAX_FILES } from './folder-walk.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

const words = text.files;
const CONTENT = markup`
  <label class="target">
    <input type="file" multiple aria-label="${words.open}">
    <span class="invitation">${words.invitation}</span>
    <span class="button">${words.open}</span>
    <span class="hint">${words.hint}</span>
  </label>
  <button type="button" class="folder quiet">${words.folder}</button>
  <div class="drop-overlay" hidden>${words.overlay}</div>
  <div class="intake" hidden><p aria-live="polite"></p><button type="button">${words.cancel}</button></div>`;

/** Milliseconds after which the progress of taking files in is shown, because most drops take less. */
const PATIENCE = 400;
/** Milliseconds of a drag after which a drop is likely. */
const LIKELY = 100;

/** @import { Entry } from './dropped.js' */

export class DropZone extends ViewerElement {
  /** Takes drops and pastes: the window, or an element. Set before the drop zone is connected. @type {EventTarget} */
  target = window;
  #input = this.find('input', HTMLInputElement);
  #overlay = this.find('.drop-overlay');
  #intake = this.find('.intake');
  #intakeTimer = 0;
  #intakeText = '';
  /** Ends the walk through the folders of a drop. @type {AbortController | null} */
  #walk = null;
  /** The files that it has found so far. */
  #listed = 0;
  /** Whether the input opens its own dialog. */
  #isOrdinary = !('showOpenFilePicker' in window);
  /** How many nested elements the dragged files are over: entering a child comes before leaving its parent. */
  #depth = 0;
  /** Waits until a drag has lasted for a moment. */
  #dragTimer = 0;
  /** Whether the page's own text or picture is dragged. */
  #isOwn = false;

  constructor() {
    super(CONTENT);
    this.#input.addEventListener('change', () => {
      const entries = picked(this.#input.files);
      // So that the same file can be picked again.
      this.#input.value = '';
      this.#input.webkitdirectory = false;
      this.#open(entries);
    });
    this.find('.intake button').addEventListener('click', () => {
      if (this.#walk) this.#endWalk(this.#walk);
      else intend(this, { type: 'cancel-intake' });
      // The button disappears, so the focus moves on.
      intend(this, { type: 'focus-dataset' });
    });
    this.#input.addEventListener('click', (event) => {
      intend(this, { type: 'expect-files' });
      if (this.#input.webkitdirectory || this.#isOrdinary) return;
      event.preventDefault();
      this.#pick();
    });
    this.find('.folder').addEventListener('click', () => {
      this.#input.webkitdirectory = true;
      this.#input.click();
    });
    this.#input.addEventListener('cancel', () => (this.#input.webkitdirectory = false));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    /**
     * @template {Event} E
     * @param {string} type
     * @param {(event: E) => void} act
     */
    const listen = (type, act) =>
      this.target.addEventListener(type, /** @type {(event: Event) => void} */ (act), { signal });
    listen('dragstart', () => (this.#isOwn = true));
    listen('dragend', () => (this.#isOwn = false));
    listen('dragenter', (/** @type {DragEvent} */ event) => this.#drag(event, 1));
    listen('dragleave', (/** @type {DragEvent} */ event) => this.#drag(event, -1));
    listen('dragover', (event) => this.#isOwn || event.preventDefault());
    listen('drop', (/** @type {DragEvent} */ event) => {
      if (this.#isOwn) return;
      event.preventDefault();
      this.#drag(event, -this.#depth);
      if (event.dataTransfer) this.#take(event.dataTransfer);
    });
    listen('paste', (/** @type {ClipboardEvent} */ event) => {
      if (!event.clipboardData?.types.includes('Files')) return;
      event.preventDefault();
      this.#take(event.clipboardData);
    });
  }

  /**
   * @param {{ inspecting: number, converted: number, images: number }} props  files that are still to be inspected before they are
   *   opened, the share that has been read of an archive or a table among them, and the images in view that came out of it
   */
  render({ inspecting, converted, images }) {
    const percent = Math.floor(100 * converted);
    if (!this.#walk) this.#showIntake(inspecting ? words.inspecting(inspecting, percent, images) : '');
  }

  /** Takes the focus. */
  enter() {
    this.#input.focus();
  }

  /** Opens the file dialog. */
  pick() {
    this.#input.click();
  }

  /** Asks for files that can be opened again after a reload. */
  async #pick() {
    const entries = await pickedAgain();
    if (entries?.length) this.#open(entries);
    if (entries) return;
    this.#isOrdinary = true;
    this.#input.click();
  }

  /** @param {DataTransfer} transfer */
  async #take(transfer) {
    const walk = new AbortController();
    this.#walk = walk;
    this.#listed = 0;
    const { entries, failures } = await dropped(transfer, walk.signal, (files) => {
      if (walk !== this.#walk) return;
      this.#listed = files;
      this.#showIntake(words.listing(files));
    });
    if (walk.signal.aborted) return;
    if (walk === this.#walk) {
      this.#walk = null;
      this.#showIntake('');
    }
    for (const { name, fault } of failures) {
      intend(this, { type: 'alert', alert: { key: `refused:${name}`, file: name, severe: true, faults: [fault] } });
    }
    if (entries.length || !failures.length) this.#open(entries);
  }

  /** @param {AbortController} walk */
  #endWalk(walk) {
    walk.abort();
    this.#walk = null;
    this.#showIntake('');
    const tally = { opened: 0, skipped: 0, passed: [], unlisted: 0, unread: this.#listed };
    intend(this, { type: 'tally', tally });
  }

  /**
   * Opens files, but no more than the limit.
   * @param {Entry[]} entries
   */
  #open(entries) {
    intend(this, { type: 'files', entries: entries.slice(0, MAX_FILES) });
    if (entries.length <= MAX_FILES) return;
    const faults = [{ name: 'TooManyFiles', expected: MAX_FILES }];
    intend(this, { type: 'alert', alert: { key: 'too-many', file: '', severe: true, faults } });
  }

  /**
   * Shows a line about files that are taken in, if there is one for some time.
   * @param {string} line
   */
  #showIntake(line) {
    this.#intakeText = line;
    this.find('.intake p').textContent = line;
    if (!line) {
      clearTimeout(this.#intakeTimer);
      this.#intakeTimer = 0;
      this.#intake.hidden = true;
    } else if (!this.#intakeTimer) {
      this.#intakeTimer = setTimeout(() => (this.#intake.hidden = !this.#intakeText), PATIENCE);
    }
  }

  /**
   * @param {DragEvent} event
   * @param {number} by
   */
  #drag(event, by) {
    if (this.#isOwn) return;
    event.preventDefault();
    this.#depth = Math.max(0, this.#depth + by);
    const hasFiles = this.#depth > 0 && !!event.dataTransfer?.types.includes('Files');
    this.#overlay.hidden = !hasFiles;
    if (!hasFiles) {
      clearTimeout(this.#dragTimer);
      this.#dragTimer = 0;
    } else this.#dragTimer ||= setTimeout(() => intend(this, { type: 'expect-files' }), LIKELY);
  }
}
