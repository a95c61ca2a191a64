/** What decides how items look: their colours, and a key that changes when they may look different. */

import { principal, shownAs } from '../state/index.js';
import { naming } from '../text/naming.js';

/** @import { Dataset, Query, State } from '../state/index.js' */

/** Colours of the lowest and of the highest value. */
const LIGHT = { paper: 0xffffff, ink: 0x000000 };
const DARK = { paper: 0x1d1d1a, ink: 0xece9e1 };

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the system asks for dark colours: a background that is not inverted is dark then. */
export const isDark = () => dark.matches;

/**
 * @param {State} state
 * @param {Dataset} dataset
 */
export function colours({ palette, inverted }, { limits }) {
  return {
    ...(dark.matches ? DARK : LIGHT),
    palette: palette === 'ink' ? undefined : palette,
    inverted,
    limits: limits === 'file' ? undefined : limits === 'item' ? [] : limits,
  };
}

/** Numbers of queries. @type {WeakMap<Query, number>} */
const serials = new WeakMap();
let last = 0;

/**
 * A number for a selection's query, whose lists can be too long to be part of a key.
 * @param {Dataset['selection']} selection
 */
export function serial(selection) {
  if (!selection) return 0;
  const { query } = selection;
  if (!serials.has(query)) serials.set(query, ++last);
  return serials.get(query);
}

/**
 * A word that changes when items may look different: other files, all of a file read, or a range that has grown.
 * @param {Dataset} dataset
 */
export function appearance(dataset) {
  const { images, labels } = dataset.statuses;
  const status = principal(dataset);
  const quarter =
    images?.elementType === 'u8' || !status ? 0 : Math.floor((4 * status.read) / Math.max(1, status.size ?? Infinity));
  const arranged = [
    shownAs(dataset),
    images?.layout.text,
    labels?.layout.text,
    images?.orientation,
    images?.axes,
    images?.rows,
    images?.columns,
    images?.raster,
  ];
  return [dataset.images, dataset.labels, images?.done, labels?.done, quarter, ...arranged, naming(dataset).key].join();
}
