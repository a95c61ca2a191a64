/** A dataset: what the library reports about it, and how the page shows it. */

import { ItemSet } from './item-set.js';
import { EVERYTHING } from './query.js';
import { VIEWS } from './views.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Counts, JobKind, JobReports, LabelSource, Slot, Statuses, View } from '../engine/protocol.js'
 * @import { Check } from './check.js'
 * @import { Predicted, PredictionChoice } from './predictions.js'
 * @import { Matches, Query } from './query.js'
 * @import { Review } from './review.js'
 * @import { Selection } from './selection.js'
 *
 * @typedef {{ id: number, name: string, role: Slot, size: number | null, items: number, packed: string }} OpenFile  `packed` is
 *   the name of the file in xz, bzip2 or Zstandard that it came out of, or ''
 *
 * @typedef {object} DatasetRecord  what the library reports about a dataset
 * @property {number} id
 * @property {string} name
 * @property {number | null} images  id of the file
 * @property {number | null} labels
 * @property {Statuses} statuses
 * @property {boolean} paired  whether the user chose the labels
 * @property {boolean} pairedByCount  whether only the number of its labels speaks for their file, or they are called predictions, and the
 *   user did not choose it
 * @property {boolean} showsPredictions  whether its labels are called predictions
 * @property {{ id: number, name: string, names: Names, isFile?: boolean } | null} mapping  the file that names its classes
 * @property {{ meaning: string, name: string, names: Names, isFile?: boolean, none?: number }[]} labelColumns  what the file of its labels says of their columns, if there
 *   are several: see mappings.js
 * @property {string | null} pictureNames  the names of the pictures that its images were made of, each in a line
 * @property {number | null} unlabelled  the label of items without one, if they have a number
 * @property {Record<Slot, string>} paths  of its files
 * @property {string[]} sources  the names of the files on this device that these are, or came out of: of shards the first
 * @property {string} identified  the well-known dataset with such labels, by their checksum; or ''
 * @property {string} print  shape, element type and, if it is known, CRC-32 of its images, else of its labels: 10000x28x28-u8-2ca4f2c5
 * @property {string} labelsPrint  the same of its labels, or ''
 * @property {string} of  name in links: that of the whole file's dataset for an array behind the first, else its own
 * @property {string} part  an array behind the first as slot and layout, such as images,u8,3,352; or ''
 * @property {'' | 'likely' | 'moved'} itemsLast  whether the last dimension of its images' file seems to count them, or came first because
 *   the user said so
 * @property {number} budget  bytes of each file's unpacked items that stay in memory
 * @property {string} sample  name of the built-in sample it is, or ''
 * @property {Record<Slot, string>} addresses  that its files were opened by, or ''
 * @property {boolean} grows  whether more of its files is to come out of a conversion
 * @property {boolean} expectsLabels  whether labels may still come out of the archive that its images are in
 * @property {Predicted[]} predictions  of its items, in the order in which they were opened
 *
 * @typedef {object} LabelChoice  the labels that the user wants
 * @property {LabelSource | null} column  null: as the values suggest
 * @property {string} names  the id of a set, 'mapping', 'typed', 'none', or '' for what seems best
 * @property {string} called  names that were typed
 *
 * @typedef {object} DatasetView  what the page adds to it
 * @property {Counts | null} counts
 * @property {JobStates} jobs  the progress of jobs over its files, and what they report
 * @property {Check | null} check  the last check of its images; see checkOf
 * @property {boolean} measuring  whether the user asked for statistics, even if they take some time
 * @property {Selection} selection
 * @property {Selection | null} cleared  the selection that was cleared last, until another one begins
 * @property {ItemSet} bookmarks  bookmarked items, on later visits too
 * @property {Review} review  what the user decided about items, on later visits too
 * @property {PredictionChoice} prediction  which predictions are shown
 * @property {Query} query
 * @property {number} queryId  a number for each query that the user makes; 0 for all items, by number
 * @property {Matches | null} matches  the newest answer to a query; null for all items, by number
 * @property {number} at  the place among the matches of an item on the page shown
 * @property {{ at: number, item: number | null } | null} sought  the items that a link asks for, until they are among the matches
 * @property {LabelChoice} labelling
 * @property {string | null} orientation  letters as in Status; null = as the file's name suggests
 * @property {string} shape  of an item, such as 32x32x3; '' = the header's
 * @property {Limits} limits
 * @property {string} imagesLayout  the layout that they are read in, as in Status; '' = the header's
 * @property {string} labelsLayout
 * @property {string} axes  what each dimension of an item is in a slice of it: 3,r,c for rows, columns, and the first at 3; '' = as is usual
 * @property {Span} span  of a line the first and the last place that are shown; null = all
 * @property {View | ''} show  how its items are shown; '' = the usual way
 * @typedef {DatasetRecord & DatasetView} Dataset
 *
 * @typedef {{ [K in JobKind]?: { progress: number | null, report: JobReports[K] | null } }} JobStates  of jobs that have started; progress from 0 to 1; null when the job is over
 * @typedef {[number, number] | null} Span
 * @typedef {'file' | 'item' | [number, number]} Limits  which values are the ends of the palette
 */

/** Bytes of unpacked items in memory that can be asked for. */
export const BUDGETS = [32, 128, 256, 512, 1000, 2000].map((size) => size * 1e6);

/** The first page of all items. */
export const START = { query: EVERYTHING, queryId: 0, matches: null, at: 0, sought: null };

/** Before anything is measured. @type {{ jobs: JobStates, measuring: boolean }} */
export const NOT_MEASURED = { jobs: {}, measuring: false };

/** @type {Selection} */
export const NO_SELECTION = { items: new ItemSet(), from: null };

export const NO_BOOKMARKS = new ItemSet();

/** @type {LabelChoice} */
export const AUTOMATIC_LABELS = { column: null, names: '', called: '' };

/**
 * The file that items are counted by.
 * @param {DatasetRecord} dataset
 */
export function principal({ statuses }) {
  return statuses.images ?? statuses.labels;
}

/**
 * How many items there are. While a file is read, as many as its header promises.
 * @param {DatasetRecord} dataset
 */
export function total(dataset) {
  const status = principal(dataset);
  if (!status) return 0;
  return status.done ? status.items : status.promised;
}

/**
 * The value of items that have none in a column of the labels, if that is known.
 * @param {Pick<DatasetRecord, 'unlabelled' | 'labelColumns'>} dataset
 * @param {number | 'one-hot'} column
 */
export function noneIn({ unlabelled, labelColumns }, column) {
  if (column === 'one-hot') return null;
  return column === 0 ? unlabelled : (labelColumns[column]?.none ?? null);
}

/**
 * The label of items without one, if that is known.
 * @param {DatasetRecord} dataset
 */
export function noneOf(dataset) {
  return noneIn(dataset, dataset.statuses.labels?.labelling?.column ?? 0);
}

/**
 * Labels with NaN in place of the one that stands for none.
 * @param {Float64Array} labels
 * @param {DatasetRecord['unlabelled']} unlabelled
 */
export function withoutUnlabelled(labels, unlabelled) {
  return unlabelled === null ? labels : labels.map((label) => (label === unlabelled ? Number.NaN : label));
}

/**
 * How many items match the filter.
 * @param {Dataset} dataset
 */
export function extent(dataset) {
  return dataset.matches?.items.length ?? total(dataset);
}

/**
 * The number of the item at a place among the matches.
 * @param {Dataset} dataset
 * @param {number} at
 */
export function itemAt({ matches }, at) {
  return matches ? matches.items[at] : at;
}

/**
 * The place of an item among the matches, or -1.
 * @param {Dataset} dataset
 * @param {number} item
 */
export function placeOf(dataset, item) {
  if (!dataset.matches) return item >= 0 && item < total(dataset) ? item : -1;
  return itemAt(dataset, dataset.at) === item ? dataset.at : dataset.matches.items.indexOf(item);
}

/**
 * The first column of the labels that the filter asks for and that does not exist, and how many exist.
 * @param {Dataset} dataset
 */
export function missingColumn({ query, statuses: { labels } }) {
  const columns = labels?.labelling?.columns ?? 0;
  const missing = query.columns.find(({ column }) => column >= columns);
  return missing ? { column: missing.column, columns } : null;
}

/**
 * Whether the files have what the items are to be sorted by. A link can ask for anything.
 * @param {Dataset} dataset
 */
export function canSort({ query: { order, column }, statuses: { images, labels } }) {
  if (order === 'column') return column < (labels?.labelling?.columns ?? 0);
  if (order === 'label') return labels !== null;
  return order !== 'mean' || images !== null;
}

/**
 * The view that shows its items: the chosen one, if it fits them.
 * @param {Dataset} dataset
 * @returns {View}
 */
export function shownAs(dataset) {
  const views = principal(dataset)?.views ?? ['images'];
  if (dataset.show && views.includes(dataset.show)) return dataset.show;
  // With a shape of the user's, the items are shown as images.
  return dataset.shape && dataset.statuses.images ? 'images' : views[0];
}

/**
 * Whether items are shown page by page.
 * @param {Dataset} dataset
 */
export function isPaged(dataset) {
  return VIEWS[shownAs(dataset)].isPaged;
}

/**
 * Whether values are shown as colours.
 * @param {Dataset} dataset
 */
export function isPainted(dataset) {
  return VIEWS[shownAs(dataset)].isPainted;
}

/**
 * The orientation of a dataset's images.
 * @param {Dataset | null} dataset
 */
export function orientation(dataset) {
  return dataset?.orientation ?? dataset?.statuses.images?.suggestedOrientation ?? '';
}

/**
 * Whether its items are of classes, or may turn out to be once their labels are counted.
 * @param {Dataset} dataset
 */
export function mayHaveClasses({ labels, counts, statuses, expectsLabels }) {
  // The list of classes has room before the labels come.
  if (counts?.classes.length || expectsLabels) return true;
  return labels !== null && (counts === null || !statuses.labels?.done);
}

/**
 * Whether there is a picture for each class, or may be once the images are measured.
 * @param {Dataset} dataset
 */
export function hasPictures(dataset) {
  const { statuses, jobs } = dataset;
  // The mean of signals is a line, for which there is no room.
  return statuses.images !== null && isPainted(dataset) && jobs.statistics?.report?.classes.length !== 0;
}

/**
 * Whether a job of this kind runs.
 * @param {Dataset} dataset
 * @param {JobKind} kind
 */
export function isRunning({ jobs }, kind) {
  return typeof jobs[kind]?.progress === 'number';
}

/**
 * The jobs of a dataset, one of them changed.
 * @template {JobKind} K
 * @param {JobStates} jobs
 * @param {K} kind
 * @param {Partial<JobStates[K]>} change
 * @returns {JobStates}
 */
export function withJob(jobs, kind, change) {
  return { ...jobs, [kind]: { progress: null, report: null, ...jobs[kind], ...change } };
}

/** How the names of Parquet and Arrow files end. */
export const COLUMNAR = 'parquet|pq|arrow|arrows|feather|ft|ipc';

/** What comes out of a table: `labels.csv/labels-labels`. */
const OF_TABLE = /\/[^/]*-(images|labels)$/;
const TABLE = new RegExp(`\\.(csv|tsv|txt|jsonl?|${COLUMNAR}|data|arff|svm|libsvm)(\\.gz)?$`, 'i');

/**
 * What the user calls a file: its name, or that of the table that it came out of.
 * @param {string} path
 */
export function knownName(path) {
  const table = path.replace(OF_TABLE, '');
  return baseName(TABLE.test(table) ? table : path);
}

/**
 * The name of a file without its folders.
 * @param {string} path
 */
export function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}
