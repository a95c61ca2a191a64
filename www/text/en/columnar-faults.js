/**
 * Problems of Parquet and Arrow files, in the form of those in faults.js.
 *
 * @import { Fault } from '../../engine/protocol.js'
 * @import { ColumnarFormat } from '../../engine/columnar.js'
 */

import { AGAIN } from './formats.js';
import { bytes, counted, grouped } from './numbers.js';

const PARTS = 'The names of the files say that they are parts of one dataset.';
const LIMITS = `idxlens opens up to ${bytes(2 ** 31)} of images as one dataset, up to 4,194,304 pictures and up to 33,554,432 fields of labels or predictions.`;
const INTERRUPTED = 'The download or the copy was interrupted.';
const CHANGED = 'Some bytes changed in transit, or the program that wrote it made a mistake.';

/**
 * In Python, such a file as a table, and how the table is written; the codecs that are read, and others by their numbers.
 * @type {Record<ColumnarFormat, { table: string, write: string, more: string, rewrite: string, unpacked: string, codecs: Record<number, string> }>}
 */
const PYTHON = {
  Arrow: {
    table: "pyarrow.ipc.open_file('FILE.arrow').read_pandas()",
    write: "to_feather('new.arrow')",
    more: ' If the file is a stream, use open_stream.',
    rewrite: "pyarrow.feather.write_feather(pyarrow.ipc.open_file('FILE.arrow').read_all(), 'new.arrow')",
    unpacked: 'LZ4 and Zstandard',
    codecs: {},
  },
  Parquet: {
    table: "pandas.read_parquet('FILE.parquet')",
    write: "to_parquet('new.parquet')",
    more: '',
    rewrite: "pyarrow.parquet.write_table(pyarrow.parquet.read_table('FILE.parquet'), 'new.parquet')",
    unpacked: 'Snappy, gzip, Zstandard and LZ4',
    codecs: { 3: 'LZO', 4: 'Brotli' },
  },
};

/**
 * How shards open that cannot be read as one: the others without one of them, or one by one.
 * @param {Fault} fault
 */
function apart({ found = 0, isPart }) {
  if (isPart) return 'The dataset opens without this part';
  return `${counted(found, 'file')} ${found === 1 ? 'opens by itself' : 'open one by one'}`;
}

/** @param {ColumnarFormat} format */
function rewriteOf(format) {
  const { rewrite, more } = PYTHON[format];
  return `Write it again in Python: ${rewrite}.${more}`;
}

/**
 * The problems that files of both formats can have.
 * @param {ColumnarFormat} format
 * @returns {Record<string, (fault: Fault) => [string, string, string]>}
 */
function faultsOf(format) {
  const file = `${format} file`;
  const { table, write, more, ...python } = PYTHON[format];
  const rewrite = rewriteOf(format);
  return {
    [`${format}End`]: ({ offset }) => [`The ${file} ends early, at byte ${grouped(offset)}.`, INTERRUPTED, AGAIN],
    [`${format}Codec`]: ({ found = 0, columnName = '' }) => [
      `Column “${columnName}” of this ${file} is compressed with ${python.codecs[found] ?? `codec ${found}`}.`,
      `idxlens unpacks ${python.unpacked}.`,
      rewrite,
    ],
    [`${format}Null`]: ({ row, columnName = '' }) => [
      `Row ${grouped(row)} of column “${columnName}” has a missing value.`,
      'idxlens has nothing to show there.',
      `Leave out such rows in Python: ${table}.dropna().${write}.${more}`,
    ],
    [`${format}Ragged`]: ({ row, expected = 0, columnName = '' }) => [
      `The list in row ${grouped(row)} of column “${columnName}” has another shape than the one in the first row.`,
      `idxlens reads lists of one shape: images of one size, or a number for each class. The first list has ${counted(expected, 'value')}.`,
      'Write lists of one shape, for example in Python.',
    ],
    [`${format}TooLarge`]: ({ row, columnName = '' }) => [
      `The number in row ${grouped(row)} of column “${columnName}” is too large.`,
      'It is 2^53 or more, where not every whole number can be stored. It may be an identifier.',
      `Leave out that column in Python: ${table}.drop(columns='${columnName}').${write}.${more}`,
    ],
    [`${format}Limit`]: ({ offset, expected = 0 }) => [
      `The data at byte ${grouped(offset)} of this ${file} exceeds a limit: ${grouped(expected)} bytes, values or rows.`,
      LIMITS,
      `Write some of its rows in Python: ${table}[:100000].${write}.${more}`,
    ],
    [`${format}Empty`]: () => [
      `This ${file} has no rows.`,
      'The program that wrote it had no data, or the rows are in another file of the dataset.',
      'Drop the other files of the dataset.',
    ],
    [`${format}Differs`]: ({ columnName = '', ...fault }) => [
      `${apart(fault)}: column “${columnName}” differs.`,
      `${PARTS} The column is missing there, or it has another type, another shape or other class names.`,
      `To read them as one, write them with the same columns, for example with ${table}.astype(…).${write}.${more}`,
    ],
    [`${format}Paths`]: ({ found = 0 }) => [
      `This ${file} has no pictures in its ${counted(found, 'row')}.`,
      'It probably refers to other files by their names.',
      'Drop the folder with the pictures, or write the file again with them.',
    ],
    [`${format}Columns`]: ({ found = 0 }) => [
      `This ${file} has no images in its ${counted(found, 'column')}.`,
      'idxlens reads pictures in PNG and other formats, lists of numbers in up to three dimensions, tables of numbers, labels and predictions. It does not fetch pictures by their names.',
      'If a column has labels, call it “label”. If one names pictures, drop the folder that holds them.',
    ],
    [`${format}Rows`]: () => [
      `This ${file} has no images, and no columns that are labels or predictions of open images.`,
      'No column looks like labels or predictions, or no open dataset has as many images as the file has rows.',
      'Open the images first, or drop both together. A column of labels can be called “label”, one of predictions “pred”.',
    ],
    [`${format}Label`]: ({ columnName = '' }) => [
      `Column “${columnName}” is read as the label.`,
      'No column has a name that says so. Its place and its values suggest it.',
      'If that is wrong, call the right column “label”.',
    ],
    [`${format}Pixels`]: ({ found = 0 }) => [
      `The images are read from a column of bytes, ${grouped(found)} in each row.`,
      'They are no pictures in PNG or another format, so they may be the pixels of square images.',
      'If the images look wrong, these are other data.',
    ],
    [`${format}NoLabel`]: () => [
      'All columns are read as values, none as the label.',
      'No column has a name that says that it is the label.',
      'If one is, call it “label”.',
    ],
    [`${format}Labels`]: ({ columnName = '', columns = '' }) => [
      `Column “${columnName}” is read as the label; ${columns} is not.`,
      'Of several columns with labels, idxlens reads the first, and others of whole numbers.',
      `To see another, keep only that in Python: ${table}.drop(columns=…).${write}.${more}`,
    ],
    [`${format}Predictions`]: ({ columnName = '', columns = '' }) => [
      `Column “${columnName}” is read as predictions. Left out: ${columns}.`,
      'Its name says that it has a number for each class.',
      'If that is wrong, give it another name.',
    ],
    [`${format}Unlabelled`]: ({ found = 0, columnName = '' }) => [
      `${counted(found, 'row')} of this ${file} ${found === 1 ? 'has' : 'have'} no label in column “${columnName}”.`,
      'The value is missing there. idxlens shows -1 in its place, or NaN in a column of floats.',
      'Predictions and the check of labels leave these images out. To see them alone, filter by that label.',
    ],
    [`${format}LeftOut`]: ({ found = 0, columns = '', columnName = '' }) => [
      `${counted(found, 'column')} of this ${file} ${found === 1 ? 'was' : 'were'} left out: ${columns}.`,
      'idxlens shows one column of images, or a table of numbers, and the columns that are called labels.',
      columnName
        ? 'That changes nothing about the images and labels.'
        : 'Labels are whole numbers below 2^53, or up to 10,000 different words.',
    ],
  };
}

/** @type {Record<string, (fault: Fault) => [string, string, string]>} */
export const COLUMNAR_FAULTS = {
  ShardsMissing: ({ found = 0, expected = 0, names = [] }) => [
    `${counted(found, 'part')} of ${grouped(expected)} ${found === 1 ? 'is' : 'are'} missing: ${names.join(', ')}${found > names.length ? ' and others' : ''}.`,
    'The names of the files count the parts. Those that are here are read as one dataset.',
    'To see all, drop all of them together.',
  ],
  ShardsLarge: (fault) => [
    `${apart(fault)}: together they are too large.`,
    `${PARTS} ${LIMITS}`,
    'To see all as one, write them as one IDX or NPY file in Python.',
  ],
  ShardsSizes: (fault) => [
    `${apart(fault)}: ${fault.isPart ? 'its lists have another shape' : 'not all lists have one shape'}.`,
    `${PARTS} idxlens reads lists of one shape.`,
    'Write lists of one shape, for example in Python.',
  ],
  ShardsApart: (fault) => [
    `${apart(fault)}: ${fault.isPart ? 'it' : 'one of them'} can’t be read like the others.`,
    `${PARTS} Another message says what is wrong.`,
    'Once that is fixed, drop all of them together.',
  ],
  ...faultsOf('Arrow'),
  ...faultsOf('Parquet'),
  ArrowMessage: ({ offset }) => [
    `The message at byte ${grouped(offset)} of this Arrow file makes no sense.`,
    CHANGED,
    AGAIN,
  ],
  ArrowBatch: ({ offset }) => [`The values at byte ${grouped(offset)} of this Arrow file are damaged.`, CHANGED, AGAIN],
  ArrowEncoding: ({ found = 0, columnName = '' }) => [
    `Column “${columnName}” of this Arrow file has type ${grouped(found)}, which idxlens does not know.`,
    'It is newer than idxlens. The other columns can’t be found without it.',
    `Leave it out in Python: pyarrow.feather.write_feather(pyarrow.ipc.open_file('FILE.arrow').read_all().drop_columns(['${columnName}']), 'new.arrow').${PYTHON.Arrow.more}`,
  ],
  ArrowBigEndian: () => [
    'The numbers in this Arrow file begin with their highest byte.',
    'A computer of a rare kind wrote it. Others write the lowest byte first.',
    rewriteOf('Arrow'),
  ],
  ArrowCut: ({ offset, found = 0 }) => [
    `This Arrow file can be read only up to byte ${grouped(offset)}. ${counted(found, 'row')} before that ${found === 1 ? 'is' : 'are'} here.`,
    'The download or the copy was interrupted, the program that wrote the file did not finish, or bytes changed in transit.',
    AGAIN,
  ],
  ArrowUnended: ({ found = 0 }) => [
    `This Arrow file has no mark at its end. ${counted(found, 'row')} ${found === 1 ? 'is' : 'are'} here, and others may be missing.`,
    'The download or the copy was interrupted, or the program that wrote it did not finish. Some programs leave the mark out.',
    AGAIN,
  ],
  ParquetEncrypted: () => [
    'This Parquet file is encrypted.',
    'idxlens can’t decrypt files.',
    "Decrypt it in Python: pyarrow.parquet.read_table('FILE.parquet', decryption_properties=…), then write_table.",
  ],
  ParquetEncoding: ({ found = 0, columnName = '' }) => [
    `Column “${columnName}” of this Parquet file has encoding ${grouped(found)}, which idxlens does not read.`,
    'Few programs write it.',
    rewriteOf('Parquet'),
  ],
  ParquetFooter: ({ offset }) => [
    `The footer of this Parquet file can’t be read, from byte ${grouped(offset)} on.`,
    CHANGED,
    AGAIN,
  ],
  ParquetPage: ({ offset }) => [`The page at byte ${grouped(offset)} of this Parquet file is damaged.`, CHANGED, AGAIN],
};
