/** <label-controls>: which column is the label, and what the classes are called. */

import { markup } from '../platform/trusted.js';
import { shownAs } from '../state/index.js';
import { meaning, naming } from '../text/naming.js';
import { Filled } from './filled.js';
import { intend } from './intent.js';

/**
 * @import { Labelling } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset } from '../state/index.js'
 */

/** More columns than this are no choice. */
const MOST = 1024;
/** Milliseconds of rest before what is typed is used. */
const REST = 300;

const CONTENT = markup`
  <h2>Labels</h2>
  <label class="line" hidden><span>Column</span> <select></select></label>
  <label class="line"><span>Names</span>
    <select>
      <option value="none">none</option>
      <option value="mapping"></option>
      <option value="fashion-mnist">Fashion-MNIST</option>
      <option value="kmnist">KMNIST</option>
      <option value="notmnist">notMNIST</option>
      <option value="kannada">Kannada-MNIST</option>
      <option value="emnist-balanced">EMNIST balanced</option>
      <option value="emnist-bymerge">EMNIST bymerge</option>
      <option value="emnist-byclass">EMNIST byclass</option>
      <option value="emnist-letters">EMNIST letters</option>
      <option value="emnist-digits">EMNIST digits</option>
      <option value="emnist-mnist">EMNIST mnist</option>
      <option value="mnist">MNIST</option>
      <option value="qmnist">QMNIST</option>
      <option value="typed">typed in below</option>
    </select>
  </label>
  <textarea aria-label="Class names" rows="5" maxlength="20000" spellcheck="false" placeholder="A name per line, from class 0 on, or with its number: 9 Ankle boot" hidden></textarea>
  <p class="note" hidden></p>`;

export class LabelControls extends Filled {
  #column = /** @type {HTMLSelectElement} */ (this.querySelectorAll('select')[0]);
  #names = /** @type {HTMLSelectElement} */ (this.querySelectorAll('select')[1]);
  #mapping = /** @type {HTMLOptionElement} */ (this.#names.querySelector('[value=mapping]'));
  #none = /** @type {HTMLOptionElement} */ (this.#names.querySelector('[value=none]'));
  #typed = /** @type {HTMLTextAreaElement} */ (this.querySelector('textarea'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  #columns = '';
  #timer = 0;
  #dataset = 0;

  constructor() {
    super(CONTENT);
  }

  connectedCallback() {
    this.#column.addEventListener('change', () =>
      intend(this, {
        type: 'label',
        choice: { column: this.#column.value === 'one-hot' ? 'one-hot' : Number(this.#column.value) },
      }),
    );
    this.#names.addEventListener('change', () => {
      intend(this, { type: 'label', choice: { names: this.#names.value } });
      if (this.#names.value === 'typed') requestAnimationFrame(() => this.#typed.focus());
    });
    this.#typed.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#type(), REST);
    });
    this.#typed.addEventListener('change', () => this.#type());
  }

  #type() {
    clearTimeout(this.#timer);
    intend(this, { type: 'label', choice: { called: this.#typed.value } });
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    const {
      id,
      labelling: choice,
      mapping,
      statuses: { labels },
    } = dataset;
    const labelling = labels?.labelling;
    // Values of a line are called nothing.
    this.hidden = !labels || !labelling || shownAs(dataset) === 'plot';
    if (!labels || !labelling) return;
    if (id !== this.#dataset) clearTimeout(this.#timer);
    if (id !== this.#dataset || document.activeElement !== this.#typed) this.#typed.value = choice.called;
    this.#dataset = id;
    const called = naming(dataset);
    this.#offer(labelling, called);
    this.#mapping.hidden = !mapping;
    this.#mapping.textContent = mapping ? mapping.name.slice(mapping.name.lastIndexOf('/') + 1) : '';
    const { source: used, shared } = called;
    // A link can ask for what there is not.
    const offered = [...this.#names.options].some(({ value, hidden }) => value === used && !hidden);
    this.#names.value = offered ? used : 'none';
    this.#none.textContent = shared && !used ? 'choose a set' : 'none';
    this.#typed.hidden = used !== 'typed';
    this.#note.textContent = note(called, choice.names);
    this.#note.hidden = !this.#note.textContent;
  }

  /**
   * @param {Labelling} labelling
   * @param {Naming} called
   */
  #offer({ columns, column, oneHot }, called) {
    if (this.#column.parentElement) this.#column.parentElement.hidden = columns < 2;
    const offers = JSON.stringify([columns, called.meanings, oneHot]);
    if (offers !== this.#columns) {
      this.#columns = offers;
      const each = Array.from(
        { length: columns < 2 ? 0 : Math.min(columns, MOST) },
        (_, index) => new Option(meaning(called, index), String(index)),
      );
      this.#column.replaceChildren(...each, new Option(oneHot ? 'one-hot' : 'that of the greatest', 'one-hot'));
    }
    this.#column.value = String(column);
  }
}

/**
 * Why the classes are called so, if nobody chose it.
 * @param {Naming} naming
 * @param {string} chosen
 */
function note({ source, checked }, chosen) {
  if (chosen || !source) return '';
  if (source === 'mapping') return 'Named by a mapping file.';
  return checked ? 'Recognised by the checksum of the labels.' : 'Recognised by the name of the file or its folder.';
}
