/** <label-controls>: which column is the label, and what the classes are called. */

import { markup } from '../platform/trusted.js';
import { baseName, shownAs } from '../state/index.js';
import { text } from '../text/index.js';
import { meaning, naming } from '../text/naming.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Labelling } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset } from '../state/index.js'
 */

/** Columns that are offered. */
const MAX_COLUMNS = 1024;
/** Limit of the names that are offered to be changed: many lines take long to lay out. */
const MAX_NAMES = 256;
/** Milliseconds without a key before typed names are used. */
const TYPING_PAUSE = 300;

const words = text.labels;

const CONTENT = markup`
  <h2>${words.title}</h2>
  <label class="line column" hidden><span>${words.chosenColumn}</span> <select></select></label>
  <label class="line names"><span>${words.names}</span>
    <select>
      <option value="none"></option>
      <option value="mapping"></option>
      <option value="fashion-mnist">Fashion-MNIST</option>
      <option value="kmnist">KMNIST</option>
      <option value="notmnist">notMNIST</option>
      <option value="kannada">Kannada-MNIST</option>
      <option value="fer2013">FER2013</option>
      <option value="cifar-10">CIFAR-10</option>
      <option value="emnist-balanced">EMNIST balanced</option>
      <option value="emnist-bymerge">EMNIST bymerge</option>
      <option value="emnist-byclass">EMNIST byclass</option>
      <option value="emnist-letters">EMNIST letters</option>
      <option value="emnist-digits">EMNIST digits</option>
      <option value="emnist-mnist">EMNIST mnist</option>
      <option value="mnist">MNIST</option>
      <option value="qmnist">QMNIST</option>
      <option value="typed">${words.typed}</option>
    </select>
  </label>
  <textarea aria-label="${words.classNames}" rows="5" maxlength="20000" spellcheck="false" placeholder="${words.typeNames}" hidden></textarea>
  <p class="note"></p>`;

export class LabelControls extends ViewerElement {
  #columnLine = this.find('.column');
  #column = this.find('.column select', HTMLSelectElement);
  #names = this.find('.names select', HTMLSelectElement);
  #mapping = this.find('[value=mapping]', HTMLOptionElement);
  #none = this.find('[value=none]', HTMLOptionElement);
  #typed = this.find('textarea', HTMLTextAreaElement);
  #note = this.find('.note');
  #columns = '';
  #timer = 0;
  /** @type {Dataset | null} */
  #shown = null;

  constructor() {
    super(CONTENT);
    this.#column.addEventListener('change', () =>
      intend(this, {
        type: 'label',
        choice: { column: this.#column.value === 'one-hot' ? 'one-hot' : Number(this.#column.value) },
      }),
    );
    this.#names.addEventListener('change', () => {
      const names = this.#names.value;
      if (names !== 'typed') return intend(this, { type: 'label', choice: { names } });
      // The user changes the names in use, rather than typing all of them.
      const called = this.#typed.value || (this.#shown ? listed(this.#shown) : '');
      intend(this, { type: 'label', choice: { names, called } });
      requestAnimationFrame(() => this.#typed.focus());
    });
    this.#typed.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#type(), TYPING_PAUSE);
    });
    this.#typed.addEventListener('change', () => this.#type());
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
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
      statuses: { labels },
    } = dataset;
    const labelling = labels?.labelling;
    // The values of a line have no classes.
    this.hidden = !labels || !labelling || shownAs(dataset) === 'plot';
    if (!labels || !labelling) return;
    const isNew = id !== this.#shown?.id;
    if (isNew) clearTimeout(this.#timer);
    if (isNew || document.activeElement !== this.#typed) this.#typed.value = choice.called;
    this.#shown = dataset;
    const called = naming(dataset);
    const { mapping } = called;
    this.#offer(labelling, called);
    this.#mapping.hidden = !mapping;
    this.#mapping.textContent = mapping ? origin(mapping).option : '';
    const { source: used, shared } = called;
    // A link can ask for names that are not offered.
    const offered = [...this.#names.options].some(({ value, hidden }) => value === used && !hidden);
    this.#names.value = offered ? used : 'none';
    this.#none.textContent = shared && !used ? words.chooseSet : words.noNames;
    this.#typed.hidden = used !== 'typed';
    this.#note.textContent = note(called, choice.names);
  }

  /**
   * @param {Labelling} labelling
   * @param {Naming} called
   */
  #offer({ columns, column, oneHot }, called) {
    this.#columnLine.hidden = columns < 2;
    // Columns that each mean something are no numbers for classes. A link can ask for that all the same.
    const areForClasses = oneHot || called.meanings.length === 0 || column === 'one-hot';
    const offers = JSON.stringify([columns, called.meanings, oneHot, areForClasses]);
    if (offers !== this.#columns) {
      this.#columns = offers;
      const each = Array.from(
        { length: columns < 2 ? 0 : Math.min(columns, MAX_COLUMNS) },
        (_, index) => new Option(meaning(called, index), String(index)),
      );
      const largest = areForClasses ? [new Option(oneHot ? words.oneHot : words.largest, 'one-hot')] : [];
      this.#column.replaceChildren(...each, ...largest);
    }
    this.#column.value = String(column);
  }
}

/**
 * The names in use, as they are typed; if there are many, those of the classes that have items, or the first.
 * @param {Dataset} dataset
 */
function listed(dataset) {
  const { names } = naming(dataset);
  const counted = names.size > MAX_NAMES ? (dataset.counts?.classes ?? []) : [];
  const labels = counted.length ? counted.map(({ label }) => label) : [...names.keys()].slice(0, MAX_NAMES);
  return labels.flatMap((label) => (names.has(label) ? `${label} ${names.get(label)}` : [])).join('\n');
}

/**
 * Where class names are from: a file of their own, the data themselves, or the folders of pictures. The option that stands for
 * them, and the note when they are in use.
 * @param {NonNullable<Naming['mapping']>} mapping
 */
function origin({ name, isFile }) {
  if (isFile) return { option: baseName(name), note: words.byMapping };
  return name.endsWith('/metadata')
    ? { option: words.ofFile, note: words.byFile }
    : { option: words.ofFolders, note: words.byFolders };
}

/**
 * How idxlens found the names, unless the user chose them.
 * @param {Naming} naming
 * @param {string} chosen
 */
function note({ source, checked, mapping }, chosen) {
  if (source === chosen || !source) return '';
  if (source === 'mapping') return mapping ? origin(mapping).note : '';
  return checked ? words.byChecksum : words.byFileName;
}
