/** English: one member for each part of the page. A member is an object of strings and of functions that return strings. */

import { filter } from './filter.js';
import { items } from './items.js';
import { numbers } from './numbers.js';
import { summary } from './summary.js';
import { heatMap, linePlot } from './views.js';

export const en = {
  /** The language's tag. */
  lang: 'en',
  filter,
  heatMap,
  items,
  linePlot,
  numbers,
  summary,
};
