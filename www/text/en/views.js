/** The ways to show items: their names, and the words of those with words of their own. */

import { grouped, range } from './numbers.js';

/** @import { View } from '../../engine/protocol.js' */

const heatMap = {
  /** @param {string} dataset @param {number} rows @param {number} columns */
  named: (dataset, rows, columns) => `Heat map of ${dataset}, ${grouped(rows)} rows of ${grouped(columns)} values`,
  keys: 'Arrow keys move from value to value, Home and End along the row, with Ctrl to the corners. Enter opens the row.',
  hint: 'Tap a value, or point at it, to read it.',
  /** @param {number} row @param {string} label  '' if there is none @param {number} column */
  place: (row, label, column) => `row ${grouped(row)}${label && `, label ${label}`}, column ${grouped(column)}: `,
  /** @param {string} value */
  value: (value) => `value ${value}`,
  notRead: 'not read yet',
  /** @param {number} row */
  open: (row) => `Open row ${grouped(row)}`,
};

const linePlot = {
  values: 'Values',
  items: 'Items',
  keys: 'Arrow keys move from value to value, Enter opens the item. Plus and minus zoom in and out, with Shift the arrows move along the line, z shows all of it.',
  hint: 'Tap the line, or point at it, to read a value.',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  showAll: 'Show all',
  all: 'All',
  /** @param {string} name @param {string} key */
  withKey: (name, key) => `${name} (${key})`,
  /** @param {string} dataset @param {string} values @param {string} min @param {string} max */
  named: (dataset, values, min, max) => `Line plot of ${values} of ${dataset}, from ${min} to ${max}`,
  /** @param {number} count */
  whole: (count) => `${grouped(count)} values`,
  /** @param {number} first @param {number} last @param {number} count */
  part: (first, last, count) => `values ${range(first, last)} of ${grouped(count)}`,
  /** @param {number} count @param {string} min @param {string} max */
  shownWhole: (count, min, max) => `All ${linePlot.whole(count)}, from ${min} to ${max}`,
  /** @param {number} first @param {number} last @param {number} count @param {string} min @param {string} max */
  shownPart: (first, last, count, min, max) =>
    `Values ${range(first, last)} of ${grouped(count)}, from ${min} to ${max}`,
  /** @param {number} percent */
  prepared: (percent) => `, ${percent}% prepared`,
  /** @param {number} count */
  notInMemory: (count) => `, ${grouped(count)} of them not in memory`,
  /** @param {number} count */
  notRead: (count) => `, ${grouped(count)} of them not read yet`,
  /** @param {number} item */
  place: (item) => `item ${grouped(item)}: `,
  valueNotRead: 'not read yet',
};

export const views = {
  /** @type {Record<View, string>} */
  names: {
    images: 'images',
    slice: 'slices',
    heat: 'heat map',
    signals: 'signals',
    table: 'table',
    labels: 'labels',
    plot: 'line plot',
  },
  heatMap,
  linePlot,
};
