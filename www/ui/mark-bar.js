/** <mark-bar>: how many items are marked, and what can be done with them. */

import { markup } from '../platform/trusted.js';
import { runs } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { numbersOf } from '../text/numbering.js';
import { contactSheet, download } from './contact-sheet.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

/**
 * @import { Sheet } from './contact-sheet.js'
 * @import { Dataset } from '../state/index.js'
 *
 * @typedef {{ dataset: Dataset, sheet: Omit<Sheet, 'items'> | null, of: string }} Props  `of`: the dataset's name, where there are two
 */

const CONTENT = markup`
  <span role="status"></span>
  <button type="button">Copy numbers</button>
  <button type="button">Show only these</button>
  <button type="button">Bookmark</button>
  <button type="button">Save as PNG</button>
  <button type="button" class="quiet">Unmark all</button>
  <textarea aria-label="Numbers of the marked items" rows="2" readonly hidden></textarea>`;

export class MarkBar extends Filled {
  /** @type {Props | null} */
  #props = null;
  /** What was done with them. */
  #done = '';

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    const [copy, only, bookmark, save, unmark] = this.#buttons;
    bookmark.addEventListener('click', () =>
      intend(this, { type: 'bookmark', items: [...(this.#props?.dataset.marks.items ?? [])] }),
    );
    copy.addEventListener('click', () => this.#copy());
    only.addEventListener('click', () => intend(this, { type: 'find', change: { items: this.#runs } }));
    save.addEventListener('click', () => this.#save());
    unmark.addEventListener('click', () => intend(this, { type: 'unmark' }));
  }

  /** @param {Props} props */
  render(props) {
    const { dataset, sheet } = props;
    const { items } = dataset.marks;
    if (items !== this.#props?.dataset.marks.items) {
      this.#done = '';
      this.#text.hidden = true;
    }
    this.#props = props;
    this.hidden = items.size === 0;
    this.#buttons[3].hidden = sheet === null;
    this.#say();
  }

  #say() {
    const { dataset, of } = /** @type {Props} */ (this.#props);
    const text = `${grouped(dataset.marks.items.size)} marked${of && ` of ${of}`}${this.#done && `, ${this.#done}`}`;
    const status = /** @type {HTMLElement} */ (this.querySelector('[role=status]'));
    if (status.textContent !== text) status.textContent = text;
  }

  async #copy() {
    const text = numbersOf(this.#runs)
      .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
      .join(', ');
    try {
      await navigator.clipboard.writeText(text);
      this.#done = 'numbers copied';
    } catch {
      // Where the browser does not let us, a person can.
      this.#text.value = text;
      this.#text.hidden = false;
      this.#text.select();
      this.#done = 'numbers below';
    }
    this.#say();
  }

  async #save() {
    const props = this.#props;
    if (!props?.sheet) return;
    const { dataset, sheet } = props;
    // In the order in which they are shown, if they are.
    const items = this.#runs.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );
    try {
      const { blob, drawn } = await contactSheet({ ...sheet, items });
      download(blob, `${dataset.name}-${drawn}.png`);
      this.#done = drawn < items.length ? `the first ${grouped(drawn)} saved` : 'saved';
    } catch {
      this.#done = 'could not be saved';
    }
    this.#say();
  }

  get #runs() {
    return runs(this.#props?.dataset.marks.items ?? []);
  }

  get #text() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector('textarea'));
  }

  get #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll('button')]);
  }
}
