/** English: one member for each part of the page. A member is an object of strings and of functions that return strings. */

import { alerts } from './alerts.js';
import { bytes } from './bytes.js';
import { checks } from './checks.js';
import { classes, pairing } from './classes.js';
import { compare } from './compare.js';
import { faults } from './faults.js';
import { files, progress } from './files.js';
import { filter } from './filter.js';
import { find } from './find.js';
import { frame } from './frame.js';
import { item, values } from './item.js';
import { items } from './items.js';
import { labels } from './labels.js';
import { layouts } from './layouts.js';
import { legend } from './legend.js';
import { link } from './link.js';
import { notes } from './notes.js';
import { numbers } from './numbers.js';
import { orientations } from './orientations.js';
import { recent } from './recent.js';
import { selection } from './selection.js';
import { shortcuts } from './shortcuts.js';
import { statistics } from './statistics.js';
import { style } from './style.js';
import { summary } from './summary.js';
import { views } from './views.js';

export const en = {
  /** The language's tag. */
  lang: 'en',
  alerts,
  bytes,
  checks,
  compare,
  classes,
  faults,
  files,
  filter,
  find,
  frame,
  item,
  items,
  labels,
  layouts,
  legend,
  notes,
  link,
  numbers,
  pairing,
  orientations,
  progress,
  recent,
  selection,
  shortcuts,
  statistics,
  style,
  summary,
  values,
  views,
};
