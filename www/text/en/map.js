/** The map of a dataset's images. */

import { items } from './items.js';
import { grouped } from './numbers.js';

/** @import { ItemKind } from '../../state/views.js' */

export const map = {
  /** @param {ItemKind} kind */
  headline: (kind) => `See all ${items.several(kind)} at once`,
  /** @param {ItemKind} kind */
  lead: (kind) =>
    `A map shows each ${items.single(kind)} as a point, with similar ${items.several(kind)} close together. idxlens first compares all ${items.several(kind)} with one another, on this device.`,
  /** @param {number} count @param {number} total @param {ItemKind} kind */
  start: (count, total, kind) =>
    count < total ? `Compare a sample of ${items.counted(kind, count)}` : `Compare ${items.counted(kind, total)}`,
  reading: 'The map can be drawn once the file has been read.',
  /** @param {ItemKind} kind */
  outdated: (kind) => `The dataset has changed since its ${items.several(kind)} were compared.`,
  cancel: 'Cancel',
  comparing: 'Progress of the comparison',
  layingOut: 'Progress of the map',
  stop: 'Stop',
  goOn: 'Continue',
  finished: 'The map is finished.',
  stopped: 'Stopped before the map was finished.',
  colourBy: 'Colour by',
  /** @type {Record<'class' | 'finding', string>} */
  colourings: { class: 'Class', finding: 'Finding' },
  lasso: 'Lasso',
  lassoHint:
    'Select by drawing around points (or hold Shift and drag). Ctrl adds to the selection, Alt removes from it.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  all: 'All',
  showAll: 'Show the whole map',
  legend: 'Colours',
  /** @param {number} count */
  more: (count) => `and ${grouped(count)} more`,
  noLabel: 'no label',
  noFinding: 'no finding',
  /** @param {string} dataset */
  shows: (dataset) => `Map of ${dataset}.`,
  /** @param {ItemKind} kind */
  meaning: (kind) =>
    `Similar ${items.several(kind)} are close together. Gaps and the sizes of clusters carry no meaning.`,
  /** @param {string} names  of other datasets */
  others: (names) => `Grey: from ${names}.`,
  /** The accessible name of the map. @param {string} dataset @param {number} count @param {ItemKind} kind @param {string} coloured */
  named: (dataset, count, kind, coloured) =>
    `Map of ${dataset}: ${items.counted(kind, count)}, coloured by ${coloured.toLowerCase()}`,
  keys: 'Arrow keys move to the next point in that direction, Enter opens it, x selects it. Plus and minus zoom, z shows the whole map. The grid lists the same items.',
};
