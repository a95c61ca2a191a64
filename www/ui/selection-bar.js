/** <selection-bar>: how many items are selected, and what can be done with them. */

import { markup } from '../platform/trusted.js';
import { NO_SELECTION, selectable, total } from '../state/index.js';
import { text } from '../text/index.js';
import { numbersOf } from '../text/numbering.js';
import { grouped } from '../text/numbers.js';
import { download } from './download.js';
import { intend } from './intent.js';
import { PICTURES } from './pictures.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Sheet } from './contact-sheet.js'
 * @import { Picture } from './pictures.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Omit<Sheet, 'items'> | null} sheet
 * @property {Engine} engine
 * @property {number} firstNumber  the first item's number: 0 or 1
 * @property {boolean} named  whether there are two datasets, so that the bar names its own
 * @property {boolean} selecting  whether a click selects an item instead of opening it
 */

const words = text.selection;
const CONTENT = markup`
  <button type="button" class="done" title="${words.doneHint}">${words.done}</button>
  <span aria-live="polite"><span></span> <small></small></span>
  <button type="button" class="copy">${words.copy}</button>
  <button type="button" class="only" aria-label="${words.showOnly}" title="${words.showOnly}">${words.showOnlyShort}</button>
  <button type="button" class="bookmark-all">${words.bookmark}</button>
  <button type="button" class="export" aria-haspopup="dialog">${words.export}</button>
  <button type="button" class="clear quiet" aria-label="${words.clear}">${words.clearShort}</button>
  <textarea aria-label="${words.numbers}" rows="2" readonly hidden></textarea>`;

export class SelectionBar extends ViewerElement {
  #count = this.find('[aria-live] > span');
  #report = this.find('[aria-live] > small');
  /** A button for each picture. */
  #pictures = PICTURES.map((entry) => ({ entry, button: this.#button(entry) }));
  #numbers = this.find('textarea', HTMLTextAreaElement);
  /** @type {Props | null} */
  #props = null;
  #open = this.find('.export');
  #clear = this.find('.clear');
  #done = this.find('.done');
  /** What was done with the items. */
  #outcome = '';

  constructor() {
    super(CONTENT);
    this.find('.copy').addEventListener('click', () => this.#copy());
    this.find('.only').addEventListener('click', () =>
      intend(this, { type: 'find', change: { items: this.#selection.ranges() } }),
    );
    this.find('.bookmark-all').addEventListener('click', () => {
      this.#tell('');
      intend(this, { type: 'bookmark', items: this.#items });
    });
    this.#open.before(...this.#pictures.map(({ button }) => button));
    this.#open.addEventListener('click', () => intend(this, { type: 'export', which: 'selection' }));
    this.#clear.addEventListener('click', () => intend(this, { type: 'clear-selection' }));
    this.#done.addEventListener('click', () => intend(this, { type: 'select-by-click', on: false }));
  }

  /** @override */
  watch() {
    this.role = 'group';
    this.ariaLabel = words.landmark;
  }

  /** @param {Props} props */
  render(props) {
    const { items } = props.dataset.selection;
    if (items !== this.#selection) {
      this.#outcome = '';
      this.#numbers.hidden = true;
    }
    this.#props = props;
    this.#tell(this.#outcome);
    const focused = this.contains(document.activeElement);
    const none = items.size === 0;
    this.hidden = none && !props.selecting;
    for (const button of this.findAll('button', HTMLButtonElement)) button.disabled = none && button !== this.#done;
    this.#done.hidden = !props.selecting;
    for (const { entry, button } of this.#pictures) button.hidden = !entry.fits(props.dataset);
    // The button that had the focus may be gone.
    if (focused && this.hidden) intend(this, { type: 'focus-dataset' });
    else if (focused && (document.activeElement?.matches(':disabled') || !document.activeElement?.checkVisibility()))
      (none ? this.#done : this.#clear).focus();
    // The buttons keep their places as more are selected.
    this.#count.dataset.longest = words.count(selectable(props.dataset));
    this.#count.textContent = words.count(items.size);
  }

  get #selection() {
    return (this.#props?.dataset.selection ?? NO_SELECTION).items;
  }

  /** The selected items, from the first to the last. */
  get #items() {
    return [...this.#selection];
  }

  async #copy() {
    const numbers = numbersOf(this.#selection.ranges(), this.#props?.firstNumber ?? 0)
      .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
      .join(', ');
    try {
      await navigator.clipboard.writeText(numbers);
      this.#tell(words.copied);
    } catch {
      // Where the browser forbids it, the user can copy the text.
      this.#numbers.value = numbers;
      this.#numbers.hidden = false;
      this.#numbers.select();
      this.#tell(words.below);
    }
  }

  /**
   * Below the count: what was done with the items, or how to select more, or which dataset they belong to.
   * @param {string} outcome
   */
  #tell(outcome) {
    this.#outcome = outcome;
    if (!this.#props) return;
    const { dataset, named, selecting } = this.#props;
    const hint = matchMedia('(pointer: coarse)').matches ? words.tapSelects : words.clickSelects;
    const whole = words.of(named ? dataset.name : grouped(total(dataset)));
    const report = outcome || (selecting ? hint : whole);
    // A screen reader would repeat it.
    if (report !== this.#report.textContent) this.#report.textContent = report;
  }

  /** @param {Picture} entry */
  #button(entry) {
    const { button: textContent, name } = entry;
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent, title: name });
    button.ariaLabel = name;
    button.addEventListener('click', () => this.#save(entry));
    return button;
  }

  /** @param {Picture} entry */
  async #save(entry) {
    if (!this.#props) return;
    const { dataset, sheet, engine, firstNumber } = this.#props;
    try {
      const { blob, name, report } = await entry.make({ dataset, sheet, engine, firstNumber, items: this.#items });
      download(blob, name);
      this.#tell(report);
    } catch {
      this.#tell(words.notSaved);
    }
  }
}
