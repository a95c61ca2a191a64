/** <item-review>: what was decided about the item in the panel, and other decisions to make. */

import { markup } from '../platform/trusted.js';
import { Decisions, ItemSet, labelled } from '../state/index.js';
import { late } from '../text/late.js';
import { classOptions, submitByEnter } from './class-options.js';
import { intend } from './intent.js';
import { parseLabel } from './typed-lists.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Decision, DecisionStatus } from '../state/index.js'
 * @import { Props } from './item-panel.js'
 */

const words = late.review;
const CONTENT = markup`
  <p class="decided" hidden><span></span> <button type="button" class="quiet clear">${words.clear}</button></p>
  <details>
    <summary>${words.relabel}</summary>
    <form>
      <label>${words.newLabel} <input type="text" autocomplete="off" list="classes" aria-describedby="unlabelled"></label>
      <datalist id="classes"></datalist>
      <button type="submit">${words.set}</button>
      <p class="problem" id="unlabelled" aria-live="polite"></p>
    </form>
    <p class="marks">
      <button type="button" value="kept">${words.keep}</button>
      <button type="button" value="excluded">${words.exclude}</button>
      <button type="button" value="unclear">${words.unclear}</button>
    </p>
    <label class="remark" hidden>${words.note} <input type="text" autocomplete="off" maxlength="500"></label>
  </details>`;

export class ItemReview extends ViewerElement {
  #decided = this.find('.decided');
  #details = this.find('details', HTMLDetailsElement);
  #input = this.find('input', HTMLInputElement);
  #classes = this.find('datalist');
  #problem = this.find('.problem');
  #remark = this.find('.remark');
  #note = this.find('.remark input', HTMLInputElement);
  /** @type {Props | null} */
  #props = null;
  /** The item's label in the file; null while there is none. @type {number | null} */
  #label = null;

  constructor() {
    super(CONTENT);
    this.find('.clear').addEventListener('click', () => this.#decide(null));
    this.find('form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#relabel();
    });
    submitByEnter(this.#input);
    this.find('.marks').addEventListener('click', ({ target }) => {
      const status = target instanceof HTMLButtonElement && /** @type {DecisionStatus} */ (target.value);
      if (status) this.#decide({ status });
    });
    this.#note.addEventListener('change', () => {
      const decision = this.#decision;
      if (decision) this.#decide({ ...decision, note: this.#note.value.trim() });
    });
    this.find('summary').addEventListener('click', (event) => {
      // At once, so that what is typed next goes there: the event after the toggle comes too late.
      event.preventDefault();
      this.#details.open = !this.#details.open;
      if (this.#details.open) this.#input.focus();
    });
  }

  /**
   * @param {Props} props
   * @param {number | null} label  the item's own
   */
  render(props, label) {
    if (props.item !== this.#props?.item) {
      this.#input.value = '';
      this.#problem.textContent = '';
    }
    this.#props = props;
    this.#label = label;
    const decision = this.#decision;
    this.#decided.hidden = this.#remark.hidden = !decision;
    this.find('.decided span').textContent = decision ? words.decided(decision.status, decision.note ?? '') : '';
    if (document.activeElement !== this.#note) this.#note.value = decision?.note ?? '';
    this.find('form').hidden = label === null;
    this.find('[value=kept]').hidden = label === null;
    classOptions(this.#classes, props.dataset, props.naming);
  }

  get #decision() {
    return this.#props?.dataset.review.decisions.get(this.#props.item) ?? null;
  }

  async #relabel() {
    const props = this.#props;
    const typed = this.#input.value.trim();
    if (!props || this.#label === null || !typed) return;
    const label = parseLabel(typed, props.naming);
    const fits = label !== null && (await props.fits(label).catch(() => false));
    if (props.item !== this.#props?.item || props.dataset.id !== this.#props.dataset.id) return;
    this.#problem.textContent = fits ? '' : label === null ? words.noLabel(typed) : words.unfit(typed);
    if (label !== null && fits) this.#decide(labelled(label, this.#label));
  }

  /** @param {Decision | null} decision */
  #decide(decision) {
    if (!this.#props) return;
    // A note stays.
    const made = decision && { note: this.#decision?.note, ...decision };
    intend(this, { type: 'decide', change: Decisions.about(ItemSet.of([this.#props.item]), made) });
  }
}
