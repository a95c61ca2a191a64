/** <prediction-notes>: asks whether a second file of labels holds predictions, and says which predictions are gone. */

import { knownName } from '../state/index.js';
import { text } from '../text/index.js';
import { itemKind } from '../text/item-kind.js';
import { late } from '../text/late.js';
import { naming } from '../text/naming.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/**
 * @import { Dataset, offeredPredictions, PredictionChoice } from '../state/index.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Intent } from './intent.js'
 */

const words = late.predictions;

export class PredictionNotes extends HTMLElement {
  #shown = '';

  /** @param {{ dataset: Dataset, offer: ReturnType<typeof offeredPredictions> }} props */
  render({ dataset, offer }) {
    const { lost } = dataset.prediction;
    this.hidden = !offer && !lost;
    const shown = JSON.stringify([lost, offer?.file, offer?.dataset.id, dataset.id]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.replaceChildren(...(lost ? [this.#lost(dataset, lost)] : []), ...(offer ? [this.#offer(offer)] : []));
  }

  /**
   * @param {Dataset} dataset
   * @param {string} file
   */
  #lost(dataset, file) {
    const paragraph = note(words.lost(file), []);
    paragraph.append(' ', this.#close(dataset, { lost: '' }));
    return paragraph;
  }

  /** @param {NonNullable<ReturnType<typeof offeredPredictions>>} offer */
  #offer({ dataset, loose, file }) {
    const isLabels = loose.labels === file;
    const name = knownName(loose.paths[isLabels ? 'labels' : 'images']);
    const count = dataset.statuses.images?.promised ?? dataset.statuses.labels?.promised ?? 0;
    // Words cannot be compared with numbers.
    const namesOf = (/** @type {Names | undefined} */ names) =>
      [...(names ?? [])].map(([, name]) => name.toLowerCase());
    const [called, known] = [namesOf(loose.mapping?.names), new Set(namesOf(naming(dataset).names))];
    const areAlike = !called.length || called.some((name) => known.has(name));
    /** @type {[string, Intent][]} */
    const answers = areAlike ? [[words.usePredictions, { type: 'predict', dataset: dataset.id, file }]] : [];
    if (isLabels) answers.push([words.useLabels, { type: 'pair', labels: file }]);
    const paragraph = note(words.offer(name, text.items.counted(itemKind(dataset), count), dataset.name), answers);
    paragraph.append(' ', this.#close(dataset, { declined: [...dataset.prediction.declined, file] }));
    return paragraph;
  }

  /**
   * @param {Dataset} dataset
   * @param {Partial<PredictionChoice>} choice
   */
  #close({ id }, choice) {
    const close = quietButton('×', (button) => {
      intend(button, { type: 'choose-predictions', dataset: id, choice });
      // The answer hides the button that has the focus.
      intend(this, { type: 'focus-dataset' });
    });
    return Object.assign(close, { className: 'close', ariaLabel: words.decline, title: words.decline });
  }
}
