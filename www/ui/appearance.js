/** How items look: their colours, and a key that changes with their appearance. */

import { principal, shownAs } from '../state/index.js';
import { naming } from '../text/naming.js';

/** @import { Dataset, State } from '../state/index.js' */

/** Colours of the lowest and of the highest value. */
const LIGHT = { background: 0xffffff, foreground: 0x000000 };
const DARK = { background: 0x1d1d1a, foreground: 0xece9e1 };

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
    palette: palette === 'gray' ? undefined : palette,
    inverted,
    limits: limits === 'file' ? undefined : limits === 'item' ? [] : limits,
  };
}

/**
 * A key that changes when items may look different: other files, a file read to its end, or a wider range.
 * @param {Dataset} dataset
 */
export function appearance(dataset) {
  const { images, labels } = dataset.statuses;
  const status = principal(dataset);
  // The range of bytes grows seldom; that of others is drawn anew four times.
  const range =
    images?.elementType === 'u8'
      ? images.range?.[1]
      : status && Math.floor((4 * status.read) / Math.max(1, status.size ?? Infinity));
  const arranged = [
    shownAs(dataset),
    images?.layout.text,
    labels?.layout.text,
    images?.orientation,
    images?.axes,
    images?.rows,
    images?.columns,
    images?.arrangement,
  ];
  return [dataset.images, dataset.labels, images?.done, labels?.done, range, ...arranged, naming(dataset).key].join();
}
