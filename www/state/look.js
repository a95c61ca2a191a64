/** How items are drawn: as which colours, turned and shaped how, and what is usual. */

import { shownAs } from './dataset.js';
import { current, revise } from './page.js';

/**
 * @import { Palette, View } from '../engine/protocol.js'
 * @import { Dataset, Look, Span } from './dataset.js'
 * @import { State } from './page.js'
 */

/** The core's palettes. The type checker compares their names with the core's. @type {Record<Palette, true>} */
const NAMED = { viridis: true, magma: true, cividis: true, 'blue-red': true };
/** How values become colours, the usual way first. */
export const PALETTES = /** @type {['ink', ...Palette[]]} */ (['ink', ...Object.keys(NAMED)]);

/** Characters of a way to read a file. */
const READING = 500;
/** The core's ways to show the items of an array. @type {Record<View, true>} */
const SHOWN = { images: true, slice: true, heat: true, signals: true, table: true, labels: true, plot: true };
export const VIEWS = /** @type {View[]} */ (Object.keys(SHOWN));

/** Items per page that can be asked for. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000];

/**
 * What "Reset view" goes back to: of the page, and of a dataset.
 * @type {Pick<State, 'scale' | 'inverted' | 'fixed' | 'palette' | 'portraits'>}
 */
export const USUAL = { scale: 0, inverted: false, fixed: 0, palette: PALETTES[0], portraits: 'means' };

/** @type {Pick<Dataset, 'orientation' | 'shape' | 'axes' | 'limits' | 'imagesAs' | 'labelsAs' | 'show' | 'span'>} */
export const AS_STORED = {
  orientation: null,
  shape: '',
  axes: '',
  limits: 'file',
  imagesAs: '',
  labelsAs: '',
  show: '',
  span: null,
};

/**
 * Whether there is something that "Reset view" would change.
 * @param {State} state
 */
export function isUsual(state) {
  const dataset = current(state);
  const same = Object.entries(USUAL).every(([key, value]) => state[/** @type {keyof typeof USUAL} */ (key)] === value);
  return (
    same &&
    Object.entries(AS_STORED).every(
      ([key, value]) => !dataset || dataset[/** @type {keyof typeof AS_STORED} */ (key)] === value,
    )
  );
}

/**
 * Changes how the current dataset is looked at.
 * @param {State} state
 * @param {Partial<Look>} changes
 */
export function look(state, changes) {
  return state.current === null ? state : revise(state, state.current, changes);
}

/**
 * @param {State} state
 * @param {string} orientation
 */
export function orient(state, orientation) {
  const suggested = current(state)?.statuses.images?.suggestedOrientation ?? '';
  return look(state, { orientation: orientation === suggested ? null : orientation });
}

/**
 * @param {State} state
 * @param {View} view
 */
export function showAs(state, view) {
  const dataset = current(state);
  const usual = dataset && shownAs({ ...dataset, show: '' });
  return look(state, { show: view === usual ? '' : view });
}

/**
 * Another slice, along the last of the dimensions that items are cut along.
 * @param {State} state
 * @param {number} by
 */
export function slice(state, by) {
  const dataset = current(state);
  if (!dataset) return state;
  const parts = wantedAxes(dataset);
  const sizes = dataset.statuses.images?.shape ?? [];
  const at = parts.findLastIndex((part) => /\d/.test(part));
  if (at < 0) return state;
  const to = String(Math.max(0, Math.min(Number(parts[at]) + by, sizes[at + 1] - 1)));
  return to === parts[at] ? state : look(state, { axes: parts.with(at, to).join() });
}

/**
 * What each dimension of an item is to be in a slice of it: as was chosen last, which may not be shown yet.
 * @param {Dataset} dataset
 */
export function wantedAxes({ axes, statuses: { images } }) {
  const chosen = axes.split(',');
  const shown = images?.axes ?? [];
  return chosen.length === shown.length ? chosen : shown;
}

/**
 * An orientation with one switch turned over, or a quarter turn clockwise on; '' is as stored.
 * @param {string} before
 * @param {'t' | 'h' | 'v' | 'r' | ''} by
 */
export function oriented(before, by) {
  if (!by) return '';
  const [t, h, v] = [...'thv'].map((letter) => before.includes(letter) !== (letter === by));
  const turned = by === 'r' ? { t: !t, h: !v, v: h } : { t, h, v };
  return Object.entries(turned)
    .flatMap(([letter, on]) => (on ? letter : []))
    .join('');
}

/**
 * Another way to read a file; '' if it is none.
 * @param {string | null} word  as in Status
 */
export function reading(word) {
  return /^(u8|i8|[if](16|32|64)(le)?),(\d+(x\d+)*)?,\d{1,15}$/.exec(word ?? '')?.[0].slice(0, READING) ?? '';
}

/**
 * The first and the last place of a part of a line; null if they are none.
 * @param {string | null} text
 * @returns {Span}
 */
export function span(text) {
  const [first, last] = (/^\d{1,10}\.\.\d{1,10}$/.exec(text ?? '')?.[0] ?? '').split('..').map(Number);
  return first < last ? [first, last] : null;
}

/**
 * A word of axes, as in Dataset; '' if it makes no sense.
 * @param {string | null} word
 */
export function axes(word) {
  return (
    /^(?=[^r]*r[^r]*$)(?=[^c]*c[^c]*$)([rck]|\d{1,9})(,([rck]|\d{1,9}))*$/.exec((word ?? '').slice(0, READING))?.[0] ??
    ''
  );
}

/**
 * Up to three sizes as people write them, as 32x32x3; '' if they are none.
 * @param {string} text
 */
export function shape(text) {
  const sizes = text.trim().split(/\s*[x×*,]\s*|\s+/i);
  return sizes.length <= 3 && sizes.every((size) => /^[1-9]\d{0,8}$/.test(size)) ? sizes.join('x') : '';
}
