/** <card-actions>: the buttons of a card that decide about its entry, for mouse and touch. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { titled } from '../text/naming.js';
import { submitByEnter } from './class-options.js';
import { parseLabel } from './typed-lists.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Decision, DecisionStatus } from '../state/index.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {'accept' | 'clear' | Exclude<DecisionStatus, 'corrected'> | { label: number }} Action  what the user wants of an entry
 *
 * @typedef {object} Props
 * @property {number | null} label  of the item in the file; null for a group, or if it has none
 * @property {number | null} suggestion
 * @property {boolean} hasCopies  whether the entry is a group of copies, one of which is enough
 * @property {Decision | null} decision  of the only item
 * @property {boolean} decided  whether all items are decided
 * @property {Naming} naming
 * @property {string} classes  id of the list of classes
 */

const words = late.review;
const CONTENT = markup`
  <button type="button" class="accept" value="accept" tabindex="-1"></button>
  <button type="button" class="exclude" value="excluded" tabindex="-1"></button>
  <button type="button" class="keep" value="kept" tabindex="-1"></button>
  <details>
    <summary aria-label="${words.others}" title="${words.others}" tabindex="-1">…</summary>
    <form>
      <p><input type="text" autocomplete="off" aria-label="${words.newLabel}" placeholder="${words.newLabel}"> <button type="submit">${words.set}</button></p>
      <p class="problem" aria-live="polite"></p>
      <p>
        <button type="button" class="exclude" value="excluded">${words.exclude}</button>
        <button type="button" value="unclear">${words.unclear}</button>
        <button type="button" class="clear" value="clear">${words.clear}</button>
      </p>
    </form>
  </details>`;

export class CardActions extends ViewerElement {
  #accept = this.find('.accept');
  #keep = this.find('.keep');
  #clear = this.find('.clear');
  #details = this.find('details', HTMLDetailsElement);
  #input = this.find('input', HTMLInputElement);
  #problem = this.find('.problem');
  /** @type {Naming | null} */
  #naming = null;

  constructor() {
    super(CONTENT);
    this.addEventListener('click', ({ target }) => {
      const action = target instanceof HTMLButtonElement && target.type === 'button' && target.value;
      if (action) this.#choose(/** @type {Action} */ (action));
    });
    this.find('form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#set();
    });
    submitByEnter(this.#input);
    this.#details.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#details.open) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
      /** @type {HTMLElement | null} */ (this.closest('finding-card'))?.focus();
    });
    this.find('summary').addEventListener('click', (event) => {
      // At once, so that what is typed next goes there: the event after the toggle comes too late.
      event.preventDefault();
      this.#details.open = !this.#details.open;
      if (this.#details.open) this.#input.focus();
    });
  }

  /** @param {Props} props */
  render({ label, suggestion, hasCopies, decision, decided, naming, classes }) {
    this.#naming = naming;
    const isLabelled = label !== null;
    this.#accept.hidden = suggestion === null || !isLabelled;
    this.#accept.textContent = suggestion === null ? '' : words.acceptLabel(titled(naming, suggestion));
    this.#accept.ariaPressed = String(decision?.label !== undefined && decision.label === suggestion);
    // The first button is the one that fits the finding; the others hold what is left.
    const [exclude, excludeInstead] = this.findAll('.exclude');
    exclude.hidden = suggestion !== null;
    excludeInstead.hidden = suggestion === null;
    exclude.textContent = hasCopies ? words.excludeOthers : words.exclude;
    this.#keep.textContent = isLabelled ? words.keepLabel(titled(naming, label)) : words.keep;
    this.#keep.ariaPressed = String(decision?.status === 'kept');
    this.#clear.hidden = !decided;
    this.#input.setAttribute('list', classes);
    for (const button of this.findAll('[value=excluded], [value=unclear]', HTMLButtonElement))
      button.ariaPressed = String(decision?.status === button.value);
  }

  /**
   * Lets the user type a label.
   * @param {string} typed  so far
   * @param {string} [problem]  with that
   */
  type(typed, problem = '') {
    this.#details.open = true;
    this.#input.value = typed;
    this.#problem.textContent = problem;
    this.#input.focus();
  }

  close() {
    this.#details.open = false;
    this.#input.value = this.#problem.textContent = '';
  }

  #set() {
    const typed = this.#input.value.trim();
    const label = this.#naming && typed ? parseLabel(typed, this.#naming) : null;
    if (label === null) this.#problem.textContent = typed ? words.noLabel(typed) : '';
    else this.#choose({ label });
  }

  /** @param {Action} action */
  #choose(action) {
    this.close();
    this.dispatchEvent(new CustomEvent('decide', { detail: action, bubbles: true }));
  }
}
