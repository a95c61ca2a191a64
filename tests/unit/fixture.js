/** States of the page to start a test from, and short ways to change them. */

import { fromHash } from '../../www/state/hash.js';
import { view } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { initial } from '../../www/state/reduce.js';

/** @param {any} value  as JSON has it: without what is undefined */
export const plain = (value) => JSON.parse(JSON.stringify(value));

/** The page has room for 200 items. */
export const FIT = { type: 'fit', columns: 20, rows: 10 };

/** Two datasets: t10k with 10,000 images, and labels alone whose name needs to be escaped. */
export const LIBRARY = {
  type: 'library',
  files: [],
  select: null,
  datasets: [
    {
      id: 1,
      name: 't10k',
      of: 't10k',
      part: '',
      images: 1,
      labels: 2,
      sample: '',
      paths: { images: '', labels: '' },
      sources: [],
      labelColumns: [],
      pictureNames: null,
      unlabelled: null,
      addresses: { images: '', labels: '' },
      predictions: [],
      statuses: { images: { done: true, items: 10000, promised: 10000 }, labels: null },
    },
    {
      id: 2,
      name: 'a&b=c #é (2)/100%',
      of: 'a&b=c #é (2)/100%',
      part: '',
      images: null,
      labels: 3,
      sample: '',
      paths: { images: '', labels: '' },
      sources: [],
      labelColumns: [],
      pictureNames: null,
      unlabelled: null,
      addresses: { images: '', labels: '' },
      predictions: [],
      statuses: { images: null, labels: { done: false, items: 5, promised: 60000 } },
    },
  ],
};

/** How many items each class of the first dataset has. */
export const COUNTS = {
  type: 'counts',
  dataset: 1,
  counts: {
    more: 0,
    classes: [
      { label: 5, count: 1000 },
      { label: 7, count: 9000 },
    ],
  },
};

/** The user clicks class 5. */
export const FIVE = { type: 'class', label: 5, several: false };

/**
 * The library with one of its datasets changed.
 * @param {number} id
 * @param {any} changes
 */
export function library(id, changes) {
  const datasets = LIBRARY.datasets.map((dataset) => (dataset.id === id ? { ...dataset, ...changes } : dataset));
  return { ...LIBRARY, datasets };
}

/**
 * The library with fields added to the status of the first dataset's images.
 * @param {any} fields
 */
export function libraryOfImages(fields) {
  const { statuses } = LIBRARY.datasets[0];
  return library(1, { statuses: { ...statuses, images: { ...statuses.images, ...fields } } });
}

/**
 * The state after these events.
 * @param {any} state
 * @param {any[]} events
 */
export const after = (state, events) => events.reduce(reduce, state);

/**
 * The state of a new page after these events.
 * @param {...any} events
 */
export const seen = (...events) => after(initial(''), events);

/** The user goes to this hash while the page is open. @param {string} hash */
export const link = (hash) => ({ type: 'restore', link: fromHash(hash) });

/** The page shown, without how it came to be. @param {any} state */
export function page(state) {
  const { total, size, page, first, count } = view(state);
  return { total, size, page, first, count };
}

/**
 * The state after these items were found for the present query of the first dataset.
 * @param {any} state
 * @param {ArrayLike<number>} items
 * @param {boolean} complete
 */
export function found(state, items, complete) {
  const { query, queryId } = view(state).dataset ?? {};
  return after(state, [{ type: 'matches', dataset: 1, matches: { query, queryId, items }, complete }]);
}

/** A filter's result: every tenth item from 5 on, of 10,000. */
export const FIVES = Array.from({ length: 1000 }, (_, place) => 10 * place + 5);
