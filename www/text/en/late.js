/** English: one member for each part of the page that loads on demand. */

import { alerts } from './alerts.js';
import { bytes } from './bytes.js';
import { checks } from './checks.js';
import { classes, pairing } from './classes.js';
import { compare } from './compare.js';
import { exporting } from './export.js';
import { faults } from './faults.js';
import { find } from './find.js';
import { item } from './item.js';
import { layouts } from './layouts.js';
import { legend } from './legend.js';
import { notes } from './notes.js';
import { predictions } from './predictions.js';
import { presentation } from './presentation.js';
import { recent } from './recent.js';
import { review } from './review.js';
import { sheets } from './sheets.js';
import { shortcuts } from './shortcuts.js';
import { statistics } from './statistics.js';
import { style } from './style.js';
import { tables } from './tables.js';
import { views } from './views.js';

export const late = {
  alerts,
  bytes,
  checks,
  classes,
  compare,
  exporting,
  faults,
  find,
  item,
  layouts,
  legend,
  notes,
  pairing,
  predictions,
  presentation,
  recent,
  review,
  sheets,
  shortcuts,
  statistics,
  style,
  tables,
  views,
};
