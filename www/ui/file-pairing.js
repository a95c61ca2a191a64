/** <file-pairing>: which files make the dataset, and other labels for it. */

import { markup } from '../platform/trusted.js';
import { BUDGETS, principal } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { text } from '../text/index.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset, OpenFile } from '../state/index.js' */

const words = text.pairing;
const CONTENT = markup`
  <h2>${words.title}</h2>
  <div class="line images"><span>${words.images}</span> <bdi></bdi></div>
  <label class="line"><span>${words.labels}</span> <select></select></label>
  <p class="note" hidden></p>
  <div class="memory" hidden>
    <label class="line"><span>${words.memory}</span> <select></select></label>
    <p class="note"></p>
  </div>
  <button type="button" class="quiet">${words.close}</button>`;

export class FilePairing extends ViewerElement {
  #images = this.find('.images');
  #labels = this.find('select', HTMLSelectElement);
  #note = this.find('.note');
  #memory = this.find('.memory');
  #budget = /** @type {HTMLSelectElement} */ (this.#memory.querySelector('select'));
  #unpacked = /** @type {HTMLElement} */ (this.#memory.querySelector('.note'));
  #options = '';
  #dataset = 0;

  constructor() {
    super(CONTENT);
    this.#labels.addEventListener('change', () => {
      const labels = Number(this.#labels.value);
      intend(this, { type: 'pair', labels: labels || null });
    });
    this.#budget.append(...BUDGETS.map((bytes) => new Option(size(bytes), String(bytes))));
    this.#budget.addEventListener('change', () => intend(this, { type: 'budget', budget: Number(this.#budget.value) }));
    this.find('button').addEventListener('click', () => intend(this, { type: 'close', dataset: this.#dataset }));
  }

  /** @param {{ dataset: Dataset, datasets: Dataset[], files: OpenFile[] }} props */
  render({ dataset, datasets, files }) {
    this.#dataset = dataset.id;
    const images = files.find(({ id }) => id === dataset.images);
    const name = /** @type {HTMLElement} */ (this.#images.querySelector('bdi'));
    this.#images.hidden = !images;
    name.textContent = images ? base(images.name) : '';
    name.title = images?.name ?? '';

    const choices = files.filter(({ id, role }) => role === 'labels' || id === dataset.labels);
    const titles = choices.map((file) => title(file, choices, datasets));
    const options = JSON.stringify([images?.id, choices, titles]);
    if (options !== this.#options) {
      this.#options = options;
      const none = images ? [new Option('none', '')] : [];
      this.#labels.replaceChildren(...none, ...choices.map(({ id }, index) => new Option(titles[index], String(id))));
    }
    this.#labels.value = dataset.labels === null ? '' : String(dataset.labels);
    this.#labels.disabled = !images;
    this.#labels.title = files.find(({ id }) => id === dataset.labels)?.name ?? '';
    this.#note.textContent = note(dataset, datasets, choices);
    this.#note.hidden = !this.#note.textContent;
    this.#remember(dataset);
  }

  /**
   * How much is kept in memory matters where what is packed is large.
   * @param {Dataset} dataset
   */
  #remember({ statuses: { images, labels }, budget }) {
    const lengths = [images, labels].map((status) => (status?.gzip ? status.byteLength : 0));
    const most = Math.max(...lengths);
    // Up to the second least, few have to think of it.
    this.#memory.hidden = most <= Math.min(BUDGETS[1], budget);
    this.#budget.value = String(budget);
    const kept =
      most <= budget
        ? 'and is kept: any page is there at once.'
        : 'of which a part is kept: other pages are unpacked again when they are shown.';
    this.#unpacked.textContent = `The file unpacks to ${size(most)}, ${kept}`;
  }
}

/**
 * What is to be said of the labels, if anything.
 * @param {Dataset} dataset
 * @param {Dataset[]} datasets
 * @param {OpenFile[]} choices
 */
function note(dataset, datasets, choices) {
  const { images, labels } = dataset.statuses;
  const items = principal(dataset)?.promised ?? 0;
  if (images && labels && labels.promised !== items) {
    return `${grouped(items)} images, ${grouped(labels.promised)} labels: shown as far as both go.`;
  }
  if (!images || dataset.labels !== null || dataset.paired) return '';
  const loose = choices.filter(({ id }) => datasets.some((other) => other.images === null && other.labels === id));
  if (loose.length > 1) return `${loose.length} files of labels belong to no images; choose one above to use it.`;
  return loose
    .map(
      (file) =>
        `${base(file.name)} has ${grouped(file.items)} labels for ${grouped(items)} images; choose it above to use it.`,
    )
    .join('');
}

/**
 * A file's name, and where others have the same, its count and its dataset.
 * @param {OpenFile} file
 * @param {OpenFile[]} choices
 * @param {Dataset[]} datasets
 */
function title(file, choices, datasets) {
  const alike = choices.filter(({ name }) => name === file.name);
  if (alike.length < 2) return file.name;
  const counted = `${file.name}, ${grouped(file.items)}`;
  const dataset = datasets.find(({ labels }) => labels === file.id);
  return dataset && alike.filter(({ items }) => items === file.items).length > 1
    ? `${counted}, of ${dataset.name}`
    : counted;
}

/** @param {string} path */
function base(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${Number((bytes / 1e9).toFixed(1))} GB`;
}
