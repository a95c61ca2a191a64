/** The exports of selected items. The selection bar has a button for each. */

import { pngExport } from './contact-sheet.js';

/**
 * @import { Dataset } from '../state/index.js'
 * @import { Sheet } from './contact-sheet.js'
 *
 * @typedef {object} Selected
 * @property {Dataset} dataset
 * @property {number[]} items  in ascending order
 * @property {Omit<Sheet, 'items'> | null} sheet  how they are drawn; null if they have no images
 *
 * @typedef {object} Export
 * @property {string} button  the text of its button
 * @property {(dataset: Dataset) => boolean} fits  whether it can export items of this dataset
 * @property {(selected: Selected) => Promise<{ blob: Blob, name: string, report: string }>} make  makes the file, and says what was exported
 */

/** @type {Export[]} */
export const EXPORTS = [pngExport];
