/** <file-pairing>: which files make the dataset, and other labels for it. */

import { principal } from '../state.js';
import { intend } from './intent.js';

/** @import { Dataset, OpenFile } from '../state.js' */

export class FilePairing extends HTMLElement {
  #images = /** @type {HTMLElement} */ (this.querySelector('.images'));
  #labels = /** @type {HTMLSelectElement} */ (this.querySelector('select'));
  #note = /** @type {HTMLElement} */ (this.querySelector('.note'));
  #options = '';
  #dataset = 0;

  connectedCallback() {
    this.#labels.addEventListener('change', () => {
      const labels = Number(this.#labels.value);
      intend(this, { type: 'pair', labels: labels || null });
    });
    this.querySelector('button')?.addEventListener('click', () => intend(this, { type: 'close', dataset: this.#dataset }));
  }

  /** @param {{ dataset: Dataset, files: OpenFile[] }} props */
  render({ dataset, files }) {
    this.#dataset = dataset.id;
    const images = files.find(({ id }) => id === dataset.images);
    const name = /** @type {HTMLElement} */ (this.#images.querySelector('bdi'));
    this.#images.hidden = !images;
    name.textContent = name.title = images?.name ?? '';

    const choices = files.filter(({ id, role }) => role === 'labels' || id === dataset.labels);
    const options = JSON.stringify([images?.id, choices]);
    if (options !== this.#options) {
      this.#options = options;
      const none = images ? [new Option('none', '')] : [];
      this.#labels.replaceChildren(...none, ...choices.map(({ id, name }) => new Option(name, String(id))));
    }
    this.#labels.value = dataset.labels === null ? '' : String(dataset.labels);
    this.#labels.disabled = !images;
    this.#labels.title = files.find(({ id }) => id === dataset.labels)?.name ?? '';

    const { labels } = dataset.statuses;
    const counted = principal(dataset);
    this.#note.hidden = !images || !labels || !counted || labels.promised === counted.promised;
    if (counted && labels) {
      this.#note.textContent = `${counted.promised.toLocaleString('en')} images, ${labels.promised.toLocaleString('en')} labels: shown as far as both go.`;
    }
  }
}
