/** Pages with two datasets open, and what of them a hash has to lead back to. */

import assert from 'node:assert/strict';
import { fromHash, toHash } from '../../www/state/hash.js';
import { current, view } from '../../www/state/page.js';
import { reduce } from '../../www/state/panes.js';
import { sameQuery } from '../../www/state/query.js';
import { initial } from '../../www/state/reduce.js';
import { VIEWS } from '../../www/state/views.js';

/** @import { State } from '../../www/state/page.js' */

/** The part of a dataset's state that is in the hash. */
const LOOK = /** @type {const} */ ([
  'orientation',
  'shape',
  'axes',
  'limits',
  'show',
  'imagesLayout',
  'labelsLayout',
  'span',
]);
/** The part of the page's state that is in the hash. */
const PAGE = /** @type {const} */ (['item', 'mode', 'inverted', 'fixed', 'palette', 'classThumbnails', 'active']);

/**
 * Two datasets of these names.
 * @param {string[]} names
 * @returns {State}
 */
export function page(names) {
  const datasets = names.map((name, index) => {
    const id = index + 1;
    const status = {
      done: true,
      items: 100 * id,
      promised: 100 * id,
      shape: [100 * id, 5, 28, 28],
      axes: ['0', 'r', 'c'],
      views: Object.keys(VIEWS),
      suggested: '',
    };
    return {
      id,
      name,
      of: name,
      part: '',
      images: 2 * id,
      labels: 2 * id + 1,
      statuses: { images: status, labels: status },
      paired: false,
      mapping: null,
      paths: { images: `data/${name}`, labels: '' },
      identified: '',
      print: `${100 * id}x28x28-u8-2ca4f2c${id}`,
      budget: 0,
      sample: '',
      addresses: { images: '', labels: '' },
      predictions: [],
    };
  });
  const events = [
    { type: 'library', files: [], datasets, select: 1 },
    { type: 'fit', columns: 7, rows: 3 },
  ];
  return events.reduce((state, event) => reduce(state, /** @type {any} */ (event)), initial(''));
}

const USUAL = page(['one', 'two']);

/**
 * The state after following a hash.
 * @param {string} hash
 * @param {State} before
 */
export function opened(hash, before = USUAL) {
  return answered(reduce(before, { type: 'restore', link: fromHash(hash) }));
}

/**
 * Answers a query.
 * @param {State} state
 * @returns {State}
 */
export function answered(state) {
  return state.datasets.reduce((state, { id, query, queryId, matches, statuses: { images } }) => {
    if (!queryId || matches?.queryId === queryId) return state;
    const items = Uint32Array.from({ length: Math.ceil((images?.items ?? 0) / 3) }, (_, place) => 3 * place);
    if (query.descending) items.reverse();
    return reduce(state, { type: 'matches', dataset: id, matches: { query, queryId, items }, complete: true });
  }, state);
}

/** @param {State} state */
export function wordsOf(state) {
  const words = toHash(state);
  assert(words.startsWith('#') && words.isWellFormed(), words);
  return words;
}

/**
 * @param {State} state
 * @param {State} expected
 * @param {string} hash
 */
export function same(state, expected, hash) {
  for (const key of PAGE) assert.deepEqual(state[key], expected[key], `${key} of ${hash}`);
  assert.equal(state.scale, Number(expected.scale.toPrecision(5)), `scale of ${hash}`);
  // A hash with an item leads to the page that it is on.
  if (state.item === null) assert.equal(view(state).page, view(expected).page, `page of ${hash}`);
  const [one, other] = [current(state), current(expected)];
  assert(one && other);
  for (const key of LOOK) assert.deepEqual(one[key], other[key], `${key} of ${hash}`);
  assert(
    sameQuery(one.query, other.query),
    `${JSON.stringify(one.query)}, not ${JSON.stringify(other.query)}, of ${hash}`,
  );
  const { column, names, called } = other.labelling;
  assert.deepEqual(
    one.labelling,
    { column, names, called: names === 'typed' ? called : one.labelling.called },
    `labels of ${hash}`,
  );
  assert.deepEqual(
    state.panes.map(({ dataset }) => dataset),
    expected.panes.map(({ dataset }) => dataset),
    `panes of ${hash}`,
  );
}
