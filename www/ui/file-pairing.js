/** <file-pairing>: which files make the dataset, and other labels for it. */

import { markup } from '../platform/trusted.js';
import { BUDGETS, baseName, knownName, principal } from '../state/index.js';
import { text } from '../text/index.js';
import { late } from '../text/late.js';
import { copyLink } from './copy-link.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Dataset, OpenFile } from '../state/index.js'
 * @import { LinkToCopy } from './copy-link.js'
 */

const words = late.pairing;
const CONTENT = markup`
  <h2>${words.title}</h2>
  <div class="line images"><span>${words.images}</span> <bdi></bdi></div>
  <label class="line"><span>${words.labels}</span> <select></select></label>
  <p class="note" hidden></p>
  <p class="note packed" hidden></p>
  <div class="memory" hidden>
    <label class="line"><span>${words.memory}</span> <select></select></label>
    <p class="note"></p>
  </div>
  <p class="marks">
    <button type="button" class="export" aria-haspopup="dialog" title="${late.exporting.hint}">${late.exporting.button}</button>
    <button type="button" class="quiet copy-link" aria-label="${text.link.copyPage}" title="${text.link.copyPage}">${text.link.copy}</button>
    <button type="button" class="quiet close" aria-label="${words.close}" title="${words.close}">${words.closeShort}</button>
    <span class="copied" aria-live="polite"></span>
  </p>`;

export class FilePairing extends ViewerElement {
  #images = this.find('.images');
  #labels = this.find('select', HTMLSelectElement);
  #note = this.find('.note');
  #memory = this.find('.memory');
  #budget = /** @type {HTMLSelectElement} */ (this.#memory.querySelector('select'));
  #unpacked = /** @type {HTMLElement} */ (this.#memory.querySelector('.note'));
  #packed = this.find('.packed');
  #options = '';
  #dataset = 0;
  /** @type {LinkToCopy} */
  #link = { href: () => '', isWhole: true };
  #copied = this.find('.copied');

  constructor() {
    super(CONTENT);
    this.#labels.addEventListener('change', () => {
      const labels = Number(this.#labels.value);
      intend(this, { type: 'pair', labels: labels || null });
    });
    this.#budget.append(...BUDGETS.map((bytes) => new Option(words.size(bytes), String(bytes))));
    this.#budget.addEventListener('change', () => intend(this, { type: 'budget', budget: Number(this.#budget.value) }));
    this.find('.export').addEventListener('click', () => intend(this, { type: 'export', which: null }));
    this.find('.copy-link').addEventListener('click', () => copyLink(this.#link, this.#copied));
    this.find('.close').addEventListener('click', () => intend(this, { type: 'close', dataset: this.#dataset }));
  }

  /** @param {{ dataset: Dataset, datasets: Dataset[], files: OpenFile[], link: LinkToCopy }} props  the link leads to what is shown */
  render({ dataset, datasets, files, link }) {
    if (this.#link.href() !== link.href()) this.#copied.replaceChildren();
    this.#link = link;
    this.#dataset = dataset.id;
    const images = files.find(({ id }) => id === dataset.images);
    const name = /** @type {HTMLElement} */ (this.#images.querySelector('bdi'));
    this.#images.hidden = !images;
    name.textContent = images ? baseName(images.name) : '';
    name.title = images?.name ?? '';

    const choices = files.filter(({ id, role }) => role === 'labels' || id === dataset.labels);
    const titles = choices.map((file) => title(file, choices, datasets));
    const options = JSON.stringify([images?.id, choices, titles]);
    if (options !== this.#options) {
      this.#options = options;
      const none = images ? [new Option(words.none, '')] : [];
      this.#labels.replaceChildren(...none, ...choices.map(({ id }, index) => new Option(titles[index], String(id))));
    }
    this.#labels.value = dataset.labels === null ? '' : String(dataset.labels);
    this.#labels.disabled = !images;
    this.#labels.title = files.find(({ id }) => id === dataset.labels)?.name ?? '';
    this.#note.textContent = note(dataset, datasets, choices);
    this.#note.hidden = !this.#note.textContent;
    const packed = files.filter(({ id, packed }) => packed && [dataset.images, dataset.labels].includes(id));
    this.#packed.hidden = !packed.length;
    this.#packed.textContent = words.unpacked(packed.map(({ packed }) => baseName(packed)));
    this.#renderMemory(dataset);
  }

  /**
   * Offers budgets for memory where a file unpacks to many bytes.
   * @param {Dataset} dataset
   */
  #renderMemory({ statuses: { images, labels }, budget }) {
    const packed = [images, labels].filter((status) => status?.gzip);
    const longest = Math.max(0, ...packed.map((status) => status?.byteLength ?? 0));
    const isStopped = packed.some((status) => status?.stopped);
    // Files up to the second smallest budget fit into memory on most devices.
    this.#memory.hidden = longest <= Math.min(BUDGETS[1], budget);
    this.#budget.value = String(budget);
    const kept = longest <= budget ? words.kept(longest) : words.partlyKept(longest);
    this.#unpacked.textContent = isStopped ? words.notUnpacked : kept;
  }
}

/**
 * A note about labels that do not match the images, or that are unused; or ''.
 * @param {Dataset} dataset
 * @param {Dataset[]} datasets
 * @param {OpenFile[]} choices
 */
function note(dataset, datasets, choices) {
  const { images, labels } = dataset.statuses;
  const items = principal(dataset)?.promised ?? 0;
  if (images && labels && labels.promised !== items) {
    return words.mismatch(items, labels.promised);
  }
  if (!images || dataset.labels !== null || dataset.paired) return '';
  const unused = choices.filter(({ id }) => datasets.some((other) => other.images === null && other.labels === id));
  if (unused.length > 1) return words.unused(unused.length);
  return unused.map((file) => words.unusedFile(knownName(file.name), file.items, items)).join('');
}

/**
 * A file's name; its count and its dataset too, where other files have the same name.
 * @param {OpenFile} file
 * @param {OpenFile[]} choices
 * @param {Dataset[]} datasets
 */
function title(file, choices, datasets) {
  const namesakes = choices.filter(({ name }) => name === file.name);
  if (namesakes.length < 2) return file.name;
  const dataset = datasets.find(({ labels }) => labels === file.id);
  return dataset && namesakes.filter(({ items }) => items === file.items).length > 1
    ? words.fileOf(file.name, file.items, dataset.name)
    : words.fileWithCount(file.name, file.items);
}
