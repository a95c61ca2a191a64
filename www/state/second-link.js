/** The part of a link about the dataset in the second pane. */

import { itemAt } from './dataset.js';
import { inPane, other, view } from './page.js';
import { sampleNamed } from './samples.js';

/**
 * @import { DatasetRecord } from './dataset.js'
 * @import { State } from './page.js'
 *
 * @typedef {object} SecondLink
 * @property {string} dataset
 * @property {boolean} left  whether its pane is the left one
 * @property {number} at  an item on its page
 * @property {string} sample
 * @property {string} images  address of the file, or ''
 * @property {string} labels
 */

/** Characters of a dataset's name that a link tells it by. */
export const NAME = 200;
/** Characters of an address that a link names a file by. */
const ADDRESS = 2000;

/**
 * Whether a link names this dataset for the second pane: as the page calls it, or as a link to it alone does.
 * @param {SecondLink} link
 * @param {DatasetRecord} dataset
 */
export function isSecond({ dataset, images, labels, sample }, { name, of, part, addresses, sample: found }) {
  if (sample && !dataset) return sample === found;
  if (!images && !labels)
    return (part ? [name] : [name, of]).some((known) => dataset === known.slice(0, NAME).toWellFormed());
  // A label file may be missing: an alert reports that.
  return images === addresses.images && (labels === addresses.labels || (images && !addresses.labels));
}

/**
 * The part of a hash about the second pane, or about the dataset that it waits for.
 * @param {State} state
 */
export function secondToHash(state) {
  const link = toSecondLink(state);
  if (!link) return '';
  const { dataset, left, at, ...files } = link;
  const place = left ? 'left' : 'right';
  const words = new URLSearchParams(dataset && { [place]: dataset.slice(0, NAME) });
  if (at) words.set(`${place}-at`, String(at));
  for (const [word, value] of Object.entries(files)) if (value) words.set(`${place}-${word}`, value);
  return `&${words}`;
}

/**
 * @param {State} state
 * @returns {SecondLink | null}
 */
function toSecondLink(state) {
  const dataset = other(state);
  if (!dataset) return state.pending;
  const { name, sample, addresses, sought } = dataset;
  const pane = 1 - state.active;
  const { first } = view(inPane(state, pane));
  const at = sought ? sought.at : first && itemAt(dataset, first);
  return { dataset: name, left: pane === 0, at, sample, ...addresses };
}

/**
 * The inverse of {@link secondToHash}. Anyone can write a hash.
 * @param {URLSearchParams} words  of the hash
 * @returns {SecondLink | null}
 */
export function secondFromHash(words) {
  const word = (/** @type {string} */ name) => bounded(words.get(name));
  const place = ['right', 'left'].find((place) =>
    ['', '-images', '-labels', '-sample'].some((part) => word(place + part)),
  );
  if (!place) return null;
  const [dataset, at, sample, images, labels] = ['', '-at', '-sample', '-images', '-labels'].map((part) =>
    word(place + part),
  );
  return {
    dataset: dataset.slice(0, NAME),
    left: place === 'left',
    at: /^\d{1,15}$/.test(at) ? Number(at) : 0,
    sample: sampleNamed(sample),
    images,
    labels,
  };
}

/**
 * A word of a hash, or '' if it is too long for an address.
 * @param {string | null} word
 */
export function bounded(word) {
  return word !== null && word.length <= ADDRESS ? word : '';
}
