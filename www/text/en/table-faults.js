/**
 * Problems of tables of numbers (CSV) and of folders of pictures, in the form of those in faults.js.
 *
 * @import { Fault } from '../../engine/protocol.js'
 */

import { AGAIN } from './formats.js';
import { bytes, counted, grouped } from './numbers.js';

const NUMBERS = 'Write a number there, or leave out the line, and drop the file again.';

/** What to do for another label, by where it can be chosen. */
const OTHER_LABEL = {
  alert: 'choose another one.',
  labels: 'choose another “Column” under “Labels”.',
  file: 'call the right column “label” in a header line.',
};

/** What was opened of a damaged table, if anything was. @param {number} [opened]  the rows before the damage */
const before = (opened = 0) =>
  opened > 1 ? `The first ${grouped(opened)} rows are open. ` : opened ? 'The first row is open. ' : '';

/** @type {Record<string, (fault: Fault) => [string, string, string]>} */
export const TABLE_FAULTS = {
  JsonSyntax: ({ row, inRow }) => [
    `Line ${grouped(row)}, character ${grouped(inRow)} is not JSON.`,
    'Python writes NaN and Infinity, which JSON does not have. A comma too many and single quotes are no JSON, either.',
    'Write null in place of NaN, and drop the file again.',
  ],
  JsonCut: ({ row, inRow }) => [
    `The JSON ends too early, at line ${grouped(row)}, character ${grouped(inRow)}.`,
    'The download or the copy was interrupted, or a bracket is missing.',
    AGAIN,
  ],
  JsonTooLarge: ({ expected }) => [
    `This JSON is larger than ${bytes(expected)}.`,
    'idxlens reads all of a JSON file at once, so there is a limit.',
    "Save arrays in Python: np.savez('FILE.npz', images=images, labels=labels).",
  ],
  CsvRagged: ({ row, expected = 0, found = 0, opened }) => [
    `Line ${grouped(row)} of the table has ${counted(found, 'field')}; the lines before it have ${grouped(expected)}.`,
    'Lines were joined or cut, or a field contains the separator.',
    `${before(opened)}Give every line ${counted(expected, 'field')}, and drop the file again.`,
  ],
  CsvWord: ({ row, inRow, opened }) => [
    `Line ${grouped(row)}, column ${grouped(inRow)} of the table is not a number.`,
    'It is text, such as a name, or a number with a thousands separator. “Details” shows it.',
    `${before(opened)}${NUMBERS}`,
  ],
  CsvMissing: ({ row, inRow, opened }) => [
    `Line ${grouped(row)}, column ${grouped(inRow)} of the table is empty.`,
    'A value is missing, or every line ends with a separator.',
    `${before(opened)}${NUMBERS}`,
  ],
  CsvTooLarge: ({ row, inRow, opened }) => [
    `The number in line ${grouped(row)}, column ${grouped(inRow)} of the table is too large.`,
    'It is above 2^53, where not every whole number can be stored. It may be an identifier.',
    `${before(opened)}Leave out that column, and drop the file again.`,
  ],
  CsvLongLine: ({ row, expected = 0, opened }) => [
    `Line ${grouped(row)} of the table is longer than ${grouped(expected)} bytes.`,
    'The line ends are missing, or the file is not a table.',
    `${before(opened)}Put each item on a line of its own.`,
  ],
  CsvIndex: ({ row, inRow, expected = 0, opened }) => [
    `The index in line ${grouped(row)}, column ${grouped(inRow)} of the table is larger than ${grouped(expected)}.`,
    'A sparse row (LIBSVM) lists an index and a value for each number that is not 0. An index this large makes every row as long.',
    `${before(opened)}Leave out such values, and drop the file again.`,
  ],
  CsvLimit: ({ row, expected = 0, opened }) => [
    `The rows up to line ${grouped(row)} of the table take more than ${grouped(expected)} bytes.`,
    'Sparse rows (LIBSVM) are opened with all their zeros, which take much more room than the file.',
    `${before(opened)}Split the file, or leave out the values with the largest indices.`,
  ],
  CsvShort: ({ row }) => [
    `Line ${grouped(row)}, the last one of the table, is incomplete and was left out.`,
    'The download or the copy was interrupted.',
    'Check how many items there should be, or download the file again.',
  ],
  CsvLabel: ({ labelColumn, columnName = '' }) => {
    if (!labelColumn) return ['', '', ''];
    const { count, at, oneHot, choices, isChosen, refused, chosenAt } = labelColumn;
    const nameOf = (/** @type {number} */ column) => choices.find(([number]) => number === column)?.[1] ?? '';
    const other = OTHER_LABEL[chosenAt];
    return [
      labelIn(count, at, oneHot, columnName),
      refused !== null ? noLabel(refused, nameOf(refused)) : isChosen ? 'You chose this.' : guess(at),
      at ? `If that is wrong, ${other}` : 'If one of them is the label, choose it.',
    ];
  },
  CsvMissingValues: ({ found = 0 }) => [
    `${counted(found, 'value')} of the table ${found === 1 ? 'is' : 'are'} missing.`,
    'The fields are empty, or hold a word such as NA. idxlens shows NaN there.',
    '',
  ],
  CsvLeftOut: ({ found = 0, columns = '' }) => [
    `${counted(found, 'column')} of the table ${were(found)} left out: ${columns}.`,
    'idxlens shows columns of numbers, or one that lists all numbers of an item, and the column of labels.',
    '',
  ],
  CsvFacts: ({ found = 0, columns = '' }) => [
    `${counted(found, 'column')} of the table ${were(found)} left out: ${columns}.`,
    found === 1
      ? 'It describes the items. idxlens shows the label alone.'
      : 'They describe the items. idxlens shows the label alone.',
    '',
  ],
  ConversionCancelled: ({ found = 0 }) => [
    `Only the first ${counted(found, 'item')} ${were(found)} kept.`,
    'You cancelled the rest.',
    'Open the file again to read all of it.',
  ],
  ConversionFailed: ({ found = 0 }) => [
    `Only the first ${counted(found, 'item')} ${were(found)} read.`,
    'Another message says what is wrong with the rest.',
    '',
  ],
  PictureSize: ({ found = 0, expected = 0, pictures: { width = 0, height = 0, first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} ${are(found)} not ${height} × ${width} and ${were(found)} left out.`,
    `All images of a dataset have one size. The first picture of another size is “${first}”.`,
    'Scale the pictures to one size, and drop them again.',
  ],
  CsvNames: () => [
    'The names in this table are not compared with those of images.',
    'idxlens takes the labels line by line: the first one belongs to the first image.',
    'If they name pictures, open these: each then gets its label by its name.',
  ],
  CsvOrder: () => [
    'The rows of this table are not in the order of their names.',
    'idxlens takes the labels line by line: the first one belongs to the first image.',
    'If they name pictures, open these: each then gets its label by its name. Else sort the lines as the images are.',
  ],
  CsvPictures: ({ columnName = '', pictures: { first = '' } = {} }) => [
    'The labels in this table are not those of the pictures.',
    `The names differ: the first one in the table is “${columnName}”, and a picture is “${first}”.`,
    'Give the rows the names of the pictures, with or without folders and extensions, and drop both again.',
  ],
  CsvSeveral: ({ found = 0, pictures: { first = '' } = {} }) => [
    `The table has several lines with different labels for ${counted(found, 'picture')}, such as “${first}”.`,
    'It may list the objects in each picture, or several opinions about it.',
    'Write one line for each picture, and drop both again.',
  ],
  CsvFolders: ({ columnName = '', pictures: { first = '' } = {} }) => [
    'Several datasets have pictures with the names in this table.',
    `“${columnName}”, the first name in it, does not say whether it belongs to the dataset of “${first}”.`,
    'Open it with one of them alone, or write folders before the names, and drop both again.',
  ],
  CsvInOrder: ({ pictures: { first = '' } = {} }) => [
    'The labels in this file have no names.',
    `idxlens takes them in the order of the pictures: the first one belongs to “${first}”.`,
    'If that is wrong, write the name of its picture before each label, and drop both again.',
  ],
  CsvClasses: ({ columnName = '', pictures: { first = '' } = {} }) => [
    `This table divides the pictures otherwise than their folders: for example “${first}”.`,
    `idxlens takes the folders as classes${columnName && `, and not the column “${columnName}”`}.`,
    'To have the labels in the table, put the pictures into one folder, and drop both again.',
  ],
  CsvConflict: ({ found = 0, columnName = '', pictures: { first = '' } = {} }) => [
    `This table has another label than “${columnName}” for ${counted(found, 'picture')}, such as “${first}”.`,
    `idxlens took the labels in “${columnName}”.`,
    'If these are right, drop the pictures with this table alone.',
  ],
  PictureUnlabelled: ({ found = 0, expected = 0, offset = 0, names = [], pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} ${found === 1 ? 'has' : 'have'} no label.`,
    `${tables(names)} no label for “${first}”, or several that differ. idxlens gives ${found === 1 ? 'it' : 'them all'} the label ${offset}.`,
    `Predictions and the check of labels leave out class ${offset}. Add a line for each picture to the table, or choose this class to see those without one.`,
  ],
  PictureLimit: ({ found = 0, expected = 0, pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} ${were(found)} left out: idxlens opens up to 2 GB of pixels.`,
    `The first one left out is “${first}”.`,
    'Drop fewer folders at a time, or scale the pictures down.',
  ],
  PictureSheet: ({ sheet: { width, height } = { width: 0, height: 0 } }) => [
    `This is one picture of ${grouped(height)} × ${grouped(width)} pixels.`,
    'It can hold many images: in cells of one size, or each in a row.',
    'Choose how to cut it. Pictures in folders open without this question.',
  ],
  PictureEmpty: ({ found = 0 }) => [
    `${counted(found, 'empty cell')} at the end ${were(found)} left out.`,
    'The grid of a sheet often has more cells than images.',
    'The other images keep their places.',
  ],
  PictureUnreadable: () => [
    'This picture can’t be read.',
    'It is damaged, for example by an interrupted download, or too large.',
    'Get it again, or cut it into smaller pictures with another program.',
  ],
  PictureCut: () => [
    'The picture can’t be cut into images of this size.',
    'One row of such images takes more than 64 MB.',
    'Choose images that are less high.',
  ],
  PictureMissing: ({ found = 0, expected = 0, pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'row')} ${found === 1 ? 'has' : 'have'} no picture and ${were(found)} left out.`,
    `The value is missing there. The first one is ${first}.`,
    'The other images keep their labels.',
  ],
  PictureDamaged: ({ found = 0, expected = 0, pictures: { first = '' } = {} }) => [
    `${grouped(found)} of ${counted(expected, 'picture')} can’t be read and ${were(found)} left out.`,
    `Such a file is damaged, empty, very large, or no picture. The first one is “${first}”.`,
    'Replace it, or go on without it.',
  ],
};

/**
 * Where the label is read.
 * @param {number} count  of the columns
 * @param {number} at  its column, or 0
 * @param {number} oneHot  columns that are for a class each
 * @param {string} name  of the column
 */
function labelIn(count, at, oneHot, name) {
  if (!at) return `None of the ${grouped(count)} columns is read as the label.`;
  if (oneHot) return `${grouped(oneHot)} of ${grouped(count)} columns are read as the label: each is for a class.`;
  return `Column ${grouped(at)} of ${grouped(count)}${name && `, “${name}”,`} is read as the label.`;
}

/**
 * How idxlens found the label.
 * @param {number} at  its column, or 0
 */
function guess(at) {
  return at
    ? 'No column is called “label”. The columns and their values suggest this.'
    : 'No column is called “label”, and the values suggest none.';
}

/** @param {number} column  or 0 for none @param {string} name */
function noLabel(column, name) {
  if (!column) return 'Without the label, the table has no values to show.';
  const title = name ? `“${name}”` : `Column ${grouped(column)}`;
  return `${title} can’t be the label: it has gaps, or too many different words.`;
}

/** @param {string[]} names */
function tables([name, ...others]) {
  if (!others.length) return `“${name}” has`;
  return `“${name}” and ${counted(others.length, 'other table')} have`;
}

/** @param {number} count */
function are(count) {
  return count === 1 ? 'is' : 'are';
}

/** @param {number} count */
function were(count) {
  return count === 1 ? 'was' : 'were';
}
