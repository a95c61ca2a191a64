/**
 * Class names that the user chose stay on this device, for the labels and their column. Sets that share the names of their
 * files and the shape of their images differ in their labels.
 */

import { fileKey, isChecked } from './file-key.js';
import { keep, kept } from './storage.js';

/** @import { Dataset, Event } from '../state/index.js' */

export class ClassNames {
  /** The key and the names of each dataset, by its id. @type {Map<number, { key: string, text: string }>} */
  #stored = new Map();
  #dispatch;

  /** @param {(event: Event) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
  }

  /**
   * Fetches the names of files that are new, and keeps those that have changed.
   * @param {Dataset[]} datasets
   */
  follow(datasets) {
    for (const dataset of datasets) {
      const { id, labelling, labelsPrint } = dataset;
      const file = isChecked(labelsPrint) ? labelsPrint : fileKey(dataset);
      const key = `names:${file}:${labelling.column ?? ''}`;
      const text = labelling.names && JSON.stringify([labelling.names, labelling.called]);
      const stored = this.#stored.get(id);
      this.#stored.set(id, { key, text });
      if (stored?.key === key) {
        if (stored.text !== text) keep(key, text);
        continue;
      }
      const [names, called] = parse(kept(key));
      // A link may have chosen other names, but it need not hold those that were typed.
      const known = { ...labelling, names: labelling.names || names, called: labelling.called || called };
      if (known.names !== labelling.names || known.called !== labelling.called)
        this.#dispatch({ type: 'names', dataset: id, labelling: known });
    }
  }
}

/**
 * The names that were kept. Anything else may be stored, too.
 * @param {string | null} text
 */
function parse(text) {
  try {
    const [names, called] = JSON.parse(text ?? '[]');
    return [String(names ?? ''), String(called ?? '')];
  } catch {
    return ['', ''];
  }
}
