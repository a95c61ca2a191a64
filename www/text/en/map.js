/** The map of a dataset's images. */

import { counted, grouped } from './numbers.js';

export const map = {
  headline: 'See all images at once',
  lead: 'A map shows each image as a point, and similar images are close together. idxlens first compares all images with one another, on this device.',
  /** @param {number} count @param {number} total */
  start: (count, total) =>
    count < total ? `Compare a sample of ${grouped(count)} images` : `Compare ${counted(total, 'image')}`,
  reading: 'The map can be drawn when the file has been read.',
  outdated: 'The dataset has changed since its images were compared.',
  cancel: 'Cancel',
  comparing: 'Progress of the comparison',
  layingOut: 'Progress of the map',
  stop: 'Stop',
  goOn: 'Go on',
  finished: 'The map is finished.',
  stopped: 'Stopped: the map is not finished.',
  colourBy: 'Colour by',
  /** @type {Record<'class' | 'finding', string>} */
  colourings: { class: 'Class', finding: 'Finding' },
  lasso: 'Lasso',
  lassoHint: 'Select by drawing around images (or Shift and drag). Ctrl adds to the selection, Alt removes from it.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  all: 'All',
  showAll: 'Show the whole map',
  legend: 'Colours',
  /** @param {number} count */
  more: (count) => `and ${grouped(count)} more`,
  noLabel: 'without a label',
  noFinding: 'nothing found',
  meaning: 'Similar images are close together. Gaps and the sizes of clusters carry no meaning.',
  /** @param {string} names  of other datasets */
  others: (names) => `Gray: images of ${names}.`,
  /** The accessible name of the map. @param {string} dataset @param {number} images @param {string} coloured */
  named: (dataset, images, coloured) =>
    `Map of ${dataset}: ${counted(images, 'image')}, coloured by ${coloured.toLowerCase()}`,
  keys: 'Arrow keys move to the next image in that direction, Enter opens it, x selects it. Plus and minus zoom, z shows the whole map. The grid lists the same images.',
};
