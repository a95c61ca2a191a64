/**
 * English: one member for each part of the page that is there from the start, and late.js for the parts that load on
 * demand. A member is an object of strings and of functions that return strings.
 */

import { files, progress } from './files.js';
import { filter } from './filter.js';
import { frame } from './frame.js';
import { items } from './items.js';
import { labels } from './labels.js';
import { link } from './link.js';
import { numbers } from './numbers.js';
import { orientations } from './orientations.js';
import { selection } from './selection.js';
import { summary } from './summary.js';
import { values } from './values.js';

export const en = {
  /** The language's tag. */
  lang: 'en',
  files,
  filter,
  frame,
  items,
  labels,
  link,
  numbers,
  orientations,
  progress,
  selection,
  summary,
  values,
};
