/** What the user has to know about the files of an export. */

import { late } from '../text/late.js';
import { naming } from '../text/naming.js';
import { listOf } from './export-classes.js';
import { otherColumns } from './export-columns.js';
import { corrections, hasColumns, hasNamesBeside, isPictures } from './export-files.js';

/**
 * @import { Dataset } from '../state/index.js'
 * @import { Arrays, FormatName } from './export-files.js'
 */

/**
 * What the user has to know about the files.
 * @param {Dataset} dataset
 * @param {Arrays} arrays
 * @param {FormatName} format
 */
export function facts(dataset, { images, labels }, format) {
  const isList = format.startsWith('list');
  /** @type {Map<string, string>} */
  const converted = new Map();
  for (const array of format === 'idx' ? [images, labels] : [])
    if (array && !array.tooLarge && array.type !== array.idxType) converted.set(array.type, array.idxType);
  return [
    ...(images?.tooLarge && !isList ? [late.exporting.tooLarge] : []),
    ...[...converted].map(([type, idxType]) => late.exporting.idxType(type, idxType)),
    ...(images?.range && isPictures(format) ? [late.exporting.scaled(images.range)] : []),
    ...(labels ? columnFacts(dataset, format, !!images) : []),
    ...(isList && corrections(dataset, labels) ? [late.exporting.asInFile] : []),
    ...(hasNamesBeside(dataset, labels, format) ? [late.exporting.namesBeside] : []),
    ...(format === 'npz' && labels && listOf(dataset).length ? [late.exporting.namesInside] : []),
  ];
}

/**
 * Which columns of the labels stand in lines, if there are several.
 * @param {Dataset} dataset
 * @param {FormatName} format
 * @param {boolean} hasImages
 */
function columnFacts(dataset, format, hasImages) {
  const { length } = otherColumns(dataset);
  // Lines of labels alone have all columns.
  const isLabelAlone = format === 'csv' && hasImages;
  if (!length || !(hasColumns(format) || isLabelAlone)) return [];
  const { column } = dataset.statuses.labels?.labelling ?? { column: 0 };
  const meaning = naming(dataset).meanings[Number(column)];
  return [
    ...(meaning && meaning !== 'label' ? [late.exporting.labelColumn(meaning)] : []),
    ...(isLabelAlone ? [late.exporting.columnsLeft(length)] : late.exporting.columns(length)),
  ];
}
