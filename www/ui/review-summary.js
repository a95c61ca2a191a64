/** <review-summary>: what a review of the dataset has decided so far, and the files that it leaves as. */

import { markup } from '../platform/trusted.js';
import { hasReview } from '../state/index.js';
import { late } from '../text/late.js';
import { intend, reportFault } from './intent.js';
import { saveLabels, saveList } from './review-files.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {{ dataset: Dataset, engine: Engine }} Props
 */

const words = late.review;
const CONTENT = markup`
  <h2>${words.title}</h2>
  <div class="state">
    <p class="made"></p>
    <p class="note" aria-live="polite"></p>
  </div>
  <p class="marks">
    <button type="button" class="save-labels" title="${words.saveLabelsHint}">${words.saveLabels}</button>
    <button type="button" class="save-list">${words.saveList}</button>
  </p>
  <p class="marks">
    <button type="button" class="quiet undo" title="${words.undoHint}">${words.undo}</button>
    <button type="button" class="quiet redo" title="${words.redoHint}">${words.redo}</button>
    <button type="button" class="quiet discard">${words.discard}</button>
  </p>`;

export class ReviewSummary extends ViewerElement {
  #made = this.find('.made');
  #saveLabels = this.find('.save-labels', HTMLButtonElement);
  #saveList = this.find('.save-list', HTMLButtonElement);
  #undo = this.find('.undo', HTMLButtonElement);
  #redo = this.find('.redo', HTMLButtonElement);
  #discard = this.find('.discard', HTMLButtonElement);
  #report = this.find('.note');
  /** How many decisions are being discarded. */
  #discarded = 0;
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.#saveLabels.addEventListener('click', () => this.saveLabels());
    this.#saveList.addEventListener('click', () => this.#save(saveList));
    this.#undo.addEventListener('click', () => intend(this, { type: 'undo' }));
    this.#redo.addEventListener('click', () => intend(this, { type: 'redo' }));
    this.#discard.addEventListener('click', () => this.#discardAll());
  }

  /** @param {AbortSignal} _signal @override */
  watch(_signal) {
    this.role = 'group';
    this.ariaLabel = words.landmark;
  }

  /** @param {Props} props */
  render(props) {
    const { decisions, past, future } = props.dataset.review;
    if (decisions !== this.#props?.dataset.review.decisions) {
      this.#report.textContent = this.#discarded ? words.discarded(this.#discarded) : '';
      this.#discarded = 0;
    }
    this.#props = props;
    this.hidden = !hasReview(props.dataset);
    const corrected = decisions.count('corrected');
    const [kept, excluded, unclear] = [
      decisions.count('kept'),
      decisions.count('excluded'),
      decisions.count('unclear'),
    ];
    this.#made.textContent = words.made({ corrected, kept, excluded, unclear });
    this.#saveLabels.hidden = !props.dataset.statuses.labels;
    // A disabled button keeps its place, but not the focus.
    this.#saveLabels.ariaDisabled = String(!corrected);
    this.#saveList.ariaDisabled = this.#discard.ariaDisabled = String(!decisions.size);
    this.#undo.ariaDisabled = String(!past);
    this.#redo.ariaDisabled = String(!future);
  }

  /** Saves the corrected labels, if there are any. */
  saveLabels() {
    this.#save(saveLabels);
  }

  /** Discards all decisions in one step, which "Undo" takes back. */
  #discardAll() {
    const count = this.#props?.dataset.review.decisions.size ?? 0;
    if (!count) return;
    this.#discarded = count;
    intend(this, { type: 'discard' });
  }

  /** @param {typeof saveList} save */
  async #save(save) {
    if (!this.#props) return;
    const { dataset, engine } = this.#props;
    if (!(save === saveList ? dataset.review.decisions.size : dataset.review.decisions.count('corrected'))) return;
    this.#report.textContent = words.saving;
    this.#report.scrollIntoView({ block: 'nearest' });
    try {
      this.#report.textContent = await save(dataset, engine);
    } catch (error) {
      this.#report.textContent = '';
      reportFault(this, dataset.name, error);
    }
  }
}
