/** <pairing-note>: asks whether labels belong to the images, where only their number says so. */

import { knownName } from '../state/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note } from './note.js';

/** @import { Dataset } from '../state/index.js' */

const words = late.notes;

export class PairingNote extends HTMLElement {
  #shown = '';

  /** @param {Pick<Dataset, 'labels' | 'paths' | 'pairedByCount' | 'showsPredictions'>} dataset */
  render({ labels, paths, pairedByCount, showsPredictions }) {
    this.hidden = !pairedByCount;
    const shown = pairedByCount ? JSON.stringify([labels, paths, showsPredictions]) : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    // The answer removes the button that has the focus.
    if (this.contains(document.activeElement)) intend(this, { type: 'focus-dataset' });
    if (!pairedByCount) return this.replaceChildren();
    const question = showsPredictions ? words.predictionsAsLabels : words.pairedByCount;
    this.replaceChildren(
      note(question(knownName(paths.labels), knownName(paths.images)), [
        [words.keepLabels, { type: 'pair', labels }],
        [words.removeLabels, { type: 'pair', labels: null }],
      ]),
    );
  }
}
