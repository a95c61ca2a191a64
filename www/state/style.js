/** How items are drawn: colours, orientation, shape and size, with their defaults. */

import { shownAs } from './dataset.js';
import { current, reviseCurrent } from './page.js';

/**
 * @import { Palette, View } from '../engine/protocol.js'
 * @import { Dataset, Span } from './dataset.js'
 * @import { State } from './page.js'
 */

/** The core's palettes. The type checker compares their names with the core's. @type {Record<Palette, true>} */
const CORE_PALETTES = { viridis: true, magma: true, cividis: true, 'blue-red': true };
/** The palettes, the default first. */
export const PALETTES = /** @type {['gray', ...Palette[]]} */ (['gray', ...Object.keys(CORE_PALETTES)]);

/** Characters of a layout in a link. */
const LAYOUT = 500;
/** Items per page that can be asked for. */
export const PAGE_SIZES = [50, 100, 200, 500, 1000];

/**
 * The style that "Reset view" restores.
 * @type {Pick<State, 'scale' | 'inverted' | 'fixed' | 'palette' | 'classThumbnails'>}
 */
export const DEFAULT_STYLE = { scale: 0, inverted: false, fixed: 0, palette: PALETTES[0], classThumbnails: 'means' };

/** The view of a dataset that "Reset view" restores. @type {Pick<Dataset, 'orientation' | 'shape' | 'axes' | 'limits' | 'imagesLayout' | 'labelsLayout' | 'show' | 'span'>} */
export const AS_STORED = {
  orientation: null,
  shape: '',
  axes: '',
  limits: 'file',
  imagesLayout: '',
  labelsLayout: '',
  show: '',
  span: null,
};

/**
 * Whether "Reset view" would change nothing.
 * @param {State} state
 */
export function isDefault(state) {
  const dataset = current(state);
  const same = Object.entries(DEFAULT_STYLE).every(
    ([key, value]) => state[/** @type {keyof typeof DEFAULT_STYLE} */ (key)] === value,
  );
  return (
    same &&
    Object.entries(AS_STORED).every(
      ([key, value]) => !dataset || dataset[/** @type {keyof typeof AS_STORED} */ (key)] === value,
    )
  );
}

/**
 * @param {State} state
 * @param {string} orientation
 */
export function orient(state, orientation) {
  const suggested = current(state)?.statuses.images?.suggestedOrientation ?? '';
  return reviseCurrent(state, { orientation: orientation === suggested ? null : orientation });
}

/**
 * @param {State} state
 * @param {View} view
 */
export function showAs(state, view) {
  const dataset = current(state);
  const usual = dataset && shownAs({ ...dataset, show: '' });
  return reviseCurrent(state, { show: view === usual ? '' : view });
}

/**
 * Shows the slice that is `by` places further along the last dimension that items are cut along.
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
  return to === parts[at] ? state : reviseCurrent(state, { axes: parts.with(at, to).join() });
}

/**
 * The axes chosen last, even if they are not on screen yet.
 * @param {Dataset} dataset
 */
export function wantedAxes({ axes, statuses: { images } }) {
  const chosen = axes.split(',');
  const shown = images?.axes ?? [];
  return chosen.length === shown.length ? chosen : shown;
}

/**
 * An orientation after a transposition, a flip or a quarter turn clockwise; '' is as stored.
 * @param {string} before
 * @param {'t' | 'h' | 'v' | 'r' | ''} by
 */
export function reorient(before, by) {
  if (!by) return '';
  const [t, h, v] = [...'thv'].map((letter) => before.includes(letter) !== (letter === by));
  const turned = by === 'r' ? { t: !t, h: !v, v: h } : { t, h, v };
  return Object.entries(turned)
    .flatMap(([letter, on]) => (on ? letter : []))
    .join('');
}

/**
 * A layout in a link; '' if it cannot be one. The core decides what it means.
 * @param {string | null} word  as in Status
 */
export function layout(word) {
  const isLayout = /^(u8|i8|[if](16|32|64)(le)?),(\d+(x\d+)*)?,\d{1,15}$/.test(word ?? '');
  return word && isLayout && word.length <= LAYOUT ? word : '';
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
    /^(?=[^r]*r[^r]*$)(?=[^c]*c[^c]*$)([rck]|\d{1,9})(,([rck]|\d{1,9}))*$/.exec((word ?? '').slice(0, LAYOUT))?.[0] ??
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
