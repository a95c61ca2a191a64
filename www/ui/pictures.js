/** The pictures of selected items that can be saved. The selection bar has a button for each. */

import { sheetPicture } from './contact-sheet.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Sheet } from './contact-sheet.js'
 *
 * @typedef {object} Selected
 * @property {Dataset} dataset
 * @property {number[]} items  in ascending order
 * @property {Omit<Sheet, 'items'> | null} sheet  how they are drawn; null if they have no images
 * @property {Engine} engine  gives their values
 * @property {number} firstNumber  the first item's number: 0 or 1
 *
 * @typedef {object} Picture
 * @property {string} button  the text of its button, which has little room
 * @property {string} name  of the button
 * @property {(dataset: Dataset) => boolean} fits  whether it can show items of this dataset
 * @property {(selected: Selected) => Promise<{ blob: Blob, name: string, report: string }>} make  makes the file, and says what is in it
 */

/** @type {Picture[]} */
export const PICTURES = [sheetPicture];
