/** How events change the page with two datasets side by side: the current one, and another in the second pane. */

import { itemAt, placeOf, START } from './dataset.js';
import { NAME } from './hash.js';
import { current, revise, view } from './page.js';
import { EVERYTHING } from './query.js';
import { reducePane } from './reduce.js';

/**
 * @import { Dataset, DatasetRecord } from './dataset.js'
 * @import { State } from './page.js'
 * @import { PaneEvent } from './reduce.js'
 *
 * @typedef {object} Beside  what is seen beside the current dataset
 * @property {number} dataset
 * @property {boolean} first  whether it is the one at the left, or above
 * @property {State['fit']} fit
 * @property {State['painted']} painted
 *
 * @typedef {object} Companion  what a link says of it
 * @property {string} dataset
 * @property {boolean} first
 * @property {number} at  an item on its page
 * @property {string} sample
 * @property {string} images  address of the file, or ''
 * @property {string} labels
 *
 * @typedef {PaneEvent | { type: 'compare' } | { type: 'beside', event: PaneEvent } | { type: 'accompany', companion: Companion | null }} Event
 */

/** What is done to an item makes its dataset the current one; turning its pages does not. */
const CROSSING = ['open', 'mark', 'mark-these'];

/**
 * The dataset beside the current one.
 * @param {State} state
 */
export function other({ beside, datasets }) {
  return datasets.find(({ id }) => id === beside?.dataset) ?? null;
}

/**
 * The same page for who looks at the other dataset; both stay where they are.
 * @param {State} state
 * @returns {State}
 */
export function across(state) {
  const { beside, current, fit, painted } = state;
  if (!beside || current === null) return state;
  const left = { dataset: current, first: !beside.first, fit, painted };
  return { ...state, current: beside.dataset, item: null, fit: beside.fit, painted: beside.painted, beside: left };
}

/**
 * How each event changes the page.
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
export function reduce(state, event) {
  const next = linked(change(state, event));
  const aside = toWords(next);
  return aside === next.aside ? next : { ...next, aside };
}

/**
 * @param {State} state
 * @param {Event} event
 * @returns {State}
 */
function change(state, event) {
  switch (event.type) {
    case 'compare':
      return compare(state);
    case 'accompany':
      return accompany(state, event.companion);
    case 'beside':
      return happenBeside(state, event.event);
    case 'class':
      return knows(other(state), event.label) && !knows(current(state), event.label)
        ? happenBeside(state, event)
        : reducePane(state, event);
    case 'library':
      return accompanied(state, event, reducePane(state, { ...event, select: wanted(state, event) }));
    default:
      return accompanied(state, event, reducePane(state, event));
  }
}

/**
 * @param {State} state
 * @param {PaneEvent} event
 * @param {State} next  what became of it, but for the dataset beside
 * @returns {State}
 */
function accompanied(state, event, next) {
  if (next === state) return state;
  // What was beside is the current one now, and stays where it is.
  const { fit, painted, beside } = next.current === state.beside?.dataset ? across(state) : next;
  const there = { ...next, fit, painted, beside };
  const wish = event.type === 'restore' ? event.wish : state.wish;
  if (wish && !next.wish) return accompany(there, fromWords(wish.aside));
  return event.type === 'library' && state.awaited ? accompany(there, state.awaited) : there;
}

/**
 * The dataset that is to be shown: what a link wants beside takes nobody away, and who closes one of two goes on with the other.
 * @param {State} state
 * @param {Extract<PaneEvent, { type: 'library' }>} event
 */
function wanted({ current, beside, awaited }, { datasets, select }) {
  const chosen = datasets.find(({ id }) => id === select);
  if (current !== null && awaited && chosen && isMeant(awaited, chosen)) return null;
  return beside && !datasets.some(({ id }) => id === current) ? beside.dataset : select;
}

/**
 * Something happens where the other dataset is seen.
 * @param {State} state
 * @param {PaneEvent} event
 * @returns {State}
 */
function happenBeside(state, event) {
  const next = reduce(across(state), event);
  return CROSSING.includes(event.type) ? next : { ...across(next), item: state.item };
}

/**
 * Whether a dataset has items of a class.
 * @param {Dataset | null} dataset
 * @param {number} label
 */
function knows(dataset, label) {
  return dataset?.counts?.classes.some((known) => Object.is(known.label, label)) ?? false;
}

/**
 * Puts the next dataset that is like the current one beside it, or none any more.
 * @param {State} state
 * @returns {State}
 */
function compare(state) {
  if (state.beside) return { ...state, beside: null };
  const { datasets, fit } = state;
  const at = datasets.findIndex(({ id }) => id === state.current);
  const others = datasets.slice(at + 1).concat(datasets.slice(0, Math.max(0, at)));
  const next = others.find(({ images }) => (images === null) === (datasets[at].images === null)) ?? others[0];
  return next ? { ...state, awaited: null, beside: { dataset: next.id, first: false, fit, painted: null } } : state;
}

/**
 * Puts beside the current dataset what a link says, or waits for it.
 * @param {State} state
 * @param {Companion | null} companion
 * @returns {State}
 */
function accompany(state, companion) {
  const shown = current(state);
  const found = companion && state.datasets.find((dataset) => dataset !== shown && isMeant(companion, dataset));
  if (!found || !shown) return { ...state, beside: null, awaited: companion };
  const { at, first } = companion;
  const { query, limits } = shown;
  const sought =
    query === found.query ? { at: Math.max(0, placeOf(found, at)) } : { query, sought: { at, item: null } };
  const next = revise(state, found.id, { limits, ...(query === EVERYTHING ? { ...START, at } : sought) });
  const known = state.beside?.dataset === found.id ? state.beside : { fit: state.fit, painted: null };
  return { ...next, awaited: null, beside: { ...known, dataset: found.id, first } };
}

/**
 * Whether this is what a link wants to see beside another.
 * @param {Companion} companion
 * @param {DatasetRecord} dataset
 */
function isMeant({ dataset, images, labels }, { name, addresses }) {
  if (!images && !labels) return dataset === name.slice(0, NAME).toWellFormed();
  // Labels that could not be had are said elsewhere.
  return images === addresses.images && (labels === addresses.labels || (images && !addresses.labels));
}

/**
 * Keeps what is looked for, its order and the range of values the same for both, as long as both are there.
 * @param {State} state
 * @returns {State}
 */
function linked(state) {
  if (!state.beside) return state;
  const [one, two] = [current(state), other(state)];
  if (!one || !two || one === two) return { ...state, beside: null };
  const { query, limits } = one;
  if (query === two.query) return limits === two.limits ? state : revise(state, two.id, { limits });
  const at = itemAt(two, view(across(state)).first) ?? 0;
  return revise(state, two.id, { limits, ...(query === EVERYTHING ? { ...START, at } : { query, sought: null }) });
}

/**
 * What the hash says of the dataset beside, by whether that is at the left or at the right.
 * @param {State} state
 */
function toWords(state) {
  const companion = seen(state);
  if (!companion) return '';
  const { dataset, first, at, ...files } = companion;
  const place = first ? 'left' : 'right';
  const words = new URLSearchParams({ [place]: dataset.slice(0, NAME) });
  if (at) words.set(`${place}-at`, String(at));
  for (const [word, value] of Object.entries(files)) if (value) words.set(`${place}-${word}`, value);
  return `&${words}`;
}

/**
 * @param {State} state
 * @returns {Companion | null}
 */
function seen(state) {
  const dataset = other(state);
  if (!dataset || !state.beside) return state.awaited;
  const { name, sample, addresses, sought } = dataset;
  const { first } = view(across(state));
  return {
    dataset: name,
    first: state.beside.first,
    at: sought ? sought.at : first && itemAt(dataset, first),
    sample,
    ...addresses,
  };
}

/**
 * The inverse of {@link toWords}; anyone can write a hash.
 * @param {string} aside
 * @returns {Companion | null}
 */
export function fromWords(aside) {
  const words = new URLSearchParams(aside);
  const place = ['right', 'left'].find((place) => words.get(place));
  if (!place) return null;
  const [dataset, at, sample, images, labels] = ['', '-at', '-sample', '-images', '-labels'].map(
    (word) => words.get(place + word) ?? '',
  );
  return {
    dataset: dataset.slice(0, NAME),
    first: place === 'left',
    at: /^\d{1,15}$/.test(at) ? Number(at) : 0,
    sample: sample === 'digits' ? 'digits' : '',
    images,
    labels,
  };
}
