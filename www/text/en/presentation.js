/** The presentation to an audience. */

import { items } from './items.js';
import { grouped, range } from './numbers.js';

/** @import { ItemKind } from '../../state/views.js' */

export const presentation = {
  title: 'Presentation',
  previous: 'Previous (←)',
  next: 'Next (→)',
  random: 'Random',
  reveal: 'Show labels',
  keep: 'Keep labels shown',
  smallPixels: 'The pixels are too small here to show their values.',
  values: 'Values',
  one: 'One image',
  grid: 'Grid',
  fullScreen: 'Full screen',
  close: 'End presentation (Esc)',
  /** Stands for a label until it is shown. */
  hidden: '?',
  /** An item's accessible name. @param {ItemKind} kind @param {number} number @param {string} label  '' if it is hidden */
  item: items.named,
  /**
   * Where the presentation is.
   * @param {ItemKind} kind
   * @param {number} number  of the first item shown
   * @param {number} first  its place among those that match the filter, from 1
   * @param {number} last
   * @param {number} total
   */
  position: (kind, number, first, last, total) =>
    first === last
      ? `${items.title(kind)} ${grouped(number)} (${grouped(first)} of ${grouped(total)})`
      : `${range(first, last)} of ${grouped(total)}`,
};
