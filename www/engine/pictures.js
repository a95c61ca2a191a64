/** Pictures in folders: each folder is a class, and the folders in one folder are a dataset. */

import { baseName } from '../state/index.js';
import { converted, entriesOf } from './conversion.js';
import { compareNames } from './names-order.js';
import { timeOf } from './source.js';
import { trainingFirst } from './splits.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Made } from './convert-pictures.js'
 * @import { Entry } from './drops.js'
 * @import { LabelTable } from './label-tables.js'
 * @import { LabelColumn } from './mappings.js'
 * @import { Fault } from './protocol.js'
 * @import { SplitFile } from './tables.js'
 *
 * @typedef {object} Pictures  of a dataset
 * @property {string} folder  that the classes are in, or the pictures
 * @property {Pick<Entry, 'name'>[]} entries  in order
 * @property {number[] | null} labels  of the pictures, if they are in classes or tables name them
 * @property {Names} names  of the classes, unless they are numbers
 * @property {LabelColumn[]} [columns]  of the labels, if there are several: as many labels of each picture, one after the other
 * @property {Naming} [table]  what has the labels, and which pictures have none
 *
 * @typedef {{ folder: string, names: string }} PictureNames  the folder of the pictures of open images, and their names, each in a line
 *
 * @typedef {Omit<Pictures, 'entries'> & { entries: Entry[] }} Album  pictures that are to be read
 *
 * @typedef {object} Naming
 * @property {LabelTable[]} tables  the one that names most of them, and others that name the rest; none where folders are classes
 * @property {number} none  the label of the pictures without a class
 * @property {string[]} unnamed  these pictures
 * @property {Entry} [predictedIn]  the table, if it has predictions in place of labels
 */

/** A label, which its name may follow: so the page's own export calls the folders. */
const LABEL = /^(-?\d{1,9})(?:-(.+))?$/;
/** Folders of these names are parts of a set and no classes, where all folders are. */
const SPLIT = /^(train(ing)?|test(ing)?|val(id(ation)?)?|dev|eval|unlabell?ed|.+[-_ ]part[-_ ]?\d+)$/i;
/** The folder of pictures without a class, beside those of classes: so the page's own export calls it. */
const UNLABELLED = /^unlabell?ed$/i;

/**
 * The pictures of each dataset, training data first. All datasets number their classes alike: by the names of the folders if
 * these are numbers, else in the order of the names.
 * @param {Entry[]} pictures
 * @returns {Album[]}
 */
export function albumsOf(pictures) {
  const classes = groups(pictures, ({ name }) => folderOf(name));
  const datasets = [...groups(classes.keys(), folderOf)].flatMap(([parent, folders]) =>
    folders.length > 1 && !folders.every((folder) => SPLIT.test(baseName(folder)))
      ? [{ folder: parent, folders: folders.toSorted() }]
      : folders.map((folder) => ({ folder, folders: [folder] })),
  );
  const labelled = datasets.flatMap(({ folders }) => (folders.length > 1 ? folders : []));
  const known = [...new Set(labelled.map(baseName))].toSorted();
  const classNames = known.filter((name) => !UNLABELLED.test(name));
  const { labelOf, names } = numbered(classNames);
  const none = [...labelOf.values()].reduce((min, label) => Math.min(min, label), 0) - 1;
  return trainingFirst(datasets, ({ folder }) => folder).map(({ folder, folders }) => {
    const entries = folders.flatMap((path) =>
      (classes.get(path) ?? []).toSorted((one, other) => compareNames(one.name, other.name)),
    );
    if (folders.length === 1) return { folder, entries, labels: null, names: new Map() };
    const labels = entries.map(({ name }) => labelOf.get(baseName(folderOf(name))) ?? none);
    const unnamed = entries.filter((_, at) => labels[at] === none).map(({ name }) => name);
    return { folder, entries, labels, names, ...(unnamed.length && { table: { tables: [], none, unnamed } }) };
  });
}

/**
 * The images and labels that pictures make; null if that is cancelled.
 * @param {Engine} engine
 * @param {Album} album
 * @param {Watch} watch
 * @returns {Promise<SplitFile | null>}
 */
export async function imagesOf(engine, album, watch) {
  const { folder, entries, labels } = album;
  // Those in an archive become files only where they are asked for. Others are here.
  const files = entries.map((entry) => entry.part ?? /** @type {File} */ (entry.file));
  const [{ file, root = null, archive = '' }] = entries;
  // So that the dataset has the name of the folder.
  const stem = baseName(folder).replace(/\.(zip|tar|tgz|gz)$/i, '') || 'pictures';
  /** @param {{ images: File | null, labels: File | null }} both */
  const filesIn = (both) => entriesOf(both, `${folder ? `${folder}/` : ''}${stem}`, { root, archive });
  const made = await converted(
    engine,
    watch,
    'pictures',
    { files, labels, lastModified: timeOf(file) },
    { named: filesIn },
  );
  if (!made) return null;
  const left = new Set([...made.others, ...made.unreadable, ...made.beyond]);
  const taken = entries.filter((_, at) => !left.has(at));
  const pictures = { folder, names: taken.map(({ name }) => `${name}\n`).join('') };
  return {
    files: filesIn(made).map((file, at) => ({ ...file, ...(at ? aboutLabels(album) : { pictures }) })),
    faults: [...leftOut(made, files.length, (at) => entries[at].name), ...unnamed(album)],
  };
}

/**
 * The pictures that open images were made of. All names are one text, which takes less memory.
 * @param {PictureNames} origin
 * @returns {Pictures}
 */
export function picturesOf({ folder, names }) {
  const entries = names.split('\n').slice(0, -1);
  return { folder, entries: entries.map((name) => ({ name })), labels: null, names: new Map() };
}

/**
 * Whether two folders are different parts of a set, such as train and test.
 * @param {string} folder
 * @param {string} other
 */
export function areOtherParts(folder, other) {
  const [one, two] = [folder, other].map((path) => baseName(path).toLowerCase());
  return one !== two && SPLIT.test(one) && SPLIT.test(two);
}

/**
 * What is known of the labels of pictures: that of those without one, if there are some, and whether they are predictions.
 * @param {Pictures} pictures
 * @returns {Pick<Entry, 'unlabelled' | 'predictedIn'>}
 */
export function aboutLabels({ table }) {
  const { predictedIn } = table ?? {};
  return { ...(table?.unnamed.length && { unlabelled: table.none }), ...(predictedIn && { predictedIn }) };
}

/**
 * Reports about the pictures that a table does not name.
 * @param {Pictures} pictures
 * @returns {Fault[]}
 */
export function unnamed({ entries, table }) {
  // Pictures in a folder for those without a class are meant to have none.
  if (!table?.tables.length || !table.unnamed.length) return [];
  const { tables, none, unnamed } = table;
  const pictures = { width: 0, height: 0, first: unnamed[0] };
  return [
    {
      name: 'PictureUnlabelled',
      found: unnamed.length,
      expected: entries.length,
      offset: none,
      pictures,
      names: tables.map(({ name }) => name),
    },
  ];
}

/**
 * Reports about the pictures that were left out.
 * @param {Made} made
 * @param {number} count  of all pictures
 * @param {(at: number) => string} nameOf
 * @returns {Fault[]}
 */
export function leftOut({ size: [width, height], others, unreadable, beyond, missing = [] }, count, nameOf) {
  /** @param {number[]} left @param {string} name */
  const left = (left, name) =>
    left.length
      ? [{ name, found: left.length, expected: count, pictures: { width, height, first: nameOf(left[0]) } }]
      : [];
  return [
    ...left(others, 'PictureSize'),
    ...left(unreadable, 'PictureDamaged'),
    ...left(missing, 'PictureMissing'),
    ...left(beyond, 'PictureLimit'),
  ];
}

/**
 * The labels of classes, by the names of their folders, and their names.
 * @param {string[]} folders  in order
 */
function numbered(folders) {
  const parts = folders.map((folder) => LABEL.exec(folder));
  const areLabels =
    new Set(parts.map((part) => part && Number(part[1]))).size === folders.length && !parts.includes(null);
  /** @type {[string, number, string][]} */
  const classes = folders.map((folder, index) =>
    areLabels ? [folder, Number(parts[index]?.[1]), parts[index]?.[2] ?? ''] : [folder, index, folder],
  );
  return {
    labelOf: new Map(classes.map(([folder, label]) => [folder, label])),
    names: new Map(classes.filter(([, , name]) => name).map(([, label, name]) => [label, name])),
  };
}

/**
 * @template T
 * @param {Iterable<T>} all
 * @param {(one: T) => string} keyOf
 */
function groups(all, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** @param {string} path */
export function folderOf(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
