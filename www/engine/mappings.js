/** Class names in files of their own: the mappings of EMNIST, lists, tables and JSON. */

import { parse, parseList, parseMapping } from '../text/class-names.js';
import { columnMeanings } from '../text/naming.js';

/**
 * @import { Event } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Dataset } from './dataset.js'
 * @import { Fault } from './protocol.js'
 * @import { Known, ReportFault } from './files.js'
 *
 * @typedef {{ meaning: string, name: string, names: Names, isFile?: boolean, none?: number }} LabelColumn  a column of labels, and the names
 *   of its classes, with that of what they are from, whether that is a file of their own, and the value of items that have none
 * @typedef {object} Mapping  class names
 * @property {number} id
 * @property {string} name
 * @property {string} archive  the name of the archive that they are in, or ''
 * @property {Names} names
 * @property {LabelColumn[]} columns  of the labels, if there are several
 * @property {boolean} isFile  whether they are a file of their own
 */

/** Limit of the bytes of a file of class names. */
const MAX_SIZE = 1 << 20;
/** The names of texts that can hold class names. */
const MAPPING = /(mapping|class|categor|names|labels|label_?map|synset)[^/]*\.txt$|\.names$/i;
/** Files of JSON and tables mostly hold other things. */
const TABLE = /\.(json|csv|tsv)(\.gz)?$/i;
/** What their names say if they hold class names. */
const SPEAKS = /class|categor|label|target|name|synset|ind(ex|ices)|idx|map/i;
/** @type {Names} */
const NONE = new Map();
/** The files of CIFAR with a name in each line, from class 0 on. */
const LIST = /(^|\/)(batches\.meta|(fine|coarse)_label_names)\.txt$/i;
/** The names of classes in one of the two columns of CIFAR-100's labels. */
const COLUMN = /(fine|coarse)(?=_label_names\.\w+$)/i;

/**
 * Whether a list of names is one of classes, by the name of its file.
 * @param {string} name
 */
export function namesClasses(name) {
  return /(class|categor|label|target)[^/]*$/i.test(name);
}

export class Mappings {
  /** @type {Mapping[]} */
  #all = [];
  /** Those that came before all data, and name what comes next. @type {WeakSet<Mapping>} */
  #waiting = new WeakSet();
  #scout;
  #reportFault;
  #dispatch;
  #number;

  /**
   * @param {() => Engine} scout  the engine that pairs names
   * @param {ReportFault} reportFault
   * @param {(event: Event) => void} dispatch
   * @param {() => number} number  a new one
   */
  constructor(scout, reportFault, dispatch, number) {
    this.#scout = scout;
    this.#reportFault = reportFault;
    this.#dispatch = dispatch;
    this.#number = number;
  }

  /**
   * The class names in a file, if that is what it holds.
   * @param {File} file
   * @param {string} name
   * @param {string} archive
   * @returns {Promise<Mapping | null>}
   */
  async read(file, name, archive) {
    if (file.size > MAX_SIZE) return null;
    try {
      const names = await namesIn(file, name);
      return names && { ...this.create(name, archive, names), isFile: true };
    } catch {
      // It is then opened like any other file, which reports the fault.
      return null;
    }
  }

  /**
   * Class names that something else than a text says.
   * @param {string} name  of the file that they could be in
   * @param {string} archive
   * @param {Names} names
   * @param {LabelColumn[]} [columns]
   * @returns {Mapping}
   */
  create(name, archive, names, columns = []) {
    return { id: this.#number(), name, archive, names, columns, isFile: false };
  }

  /**
   * Forgets the class names of this name, which are those of no labels any more.
   * @param {string} name
   * @param {Dataset[]} datasets  all
   */
  forget(name, datasets) {
    this.#all = this.#all.filter((mapping) => mapping.name !== name);
    for (const dataset of datasets) if (dataset.mapping?.name === name) dataset.mapping = null;
  }

  /**
   * Gives a dataset whose labels are others now the names that belong to these.
   * @param {Dataset} dataset
   */
  async follow(dataset) {
    const { labels } = dataset.files;
    for (const mapping of labels ? this.#all : []) {
      const owners = await this.#scout().call('owners', mapping.name, [labels?.name ?? '']);
      if (owners.length && mapping.names.size && dataset.files.labels === labels) dataset.mapping = mapping;
    }
  }

  /**
   * Gives the names of CIFAR-100's fine or coarse classes to their column of the labels that have both.
   * @param {Mapping} mapping
   * @param {Dataset[]} datasets  all
   * @param {string[]} paths  of their labels
   * @param {Dataset[]} fallback  those that get the names if these belong to none by their own name
   * @returns {Promise<Dataset[]>}  whose column has the names
   */
  async #nameColumn({ name, names, isFile }, datasets, paths, fallback) {
    const [kind] = COLUMN.exec(name) ?? [];
    if (!kind) return [];
    // The file of both is called after the fine ones.
    const owners = await this.#scout().call('owners', name.replace(COLUMN, 'fine'), paths);
    const owning = owners.length ? Array.from(owners, (index) => datasets[index]) : fallback;
    const named = owning.filter(({ files: { labels } }) => labels?.status.shape[1] === 2);
    const at = Number(/coarse/i.test(kind));
    const unnamed = columnMeanings('cifar-100', 2).map((meaning) => ({ meaning, name: '', names: NONE }));
    for (const { files } of named) {
      const labels = /** @type {Known} */ (files.labels);
      labels.columns = (labels.columns ?? unnamed).map((column, index) =>
        index === at ? { ...column, name, names, isFile } : column,
      );
    }
    return named;
  }

  /**
   * Gives class names to the datasets that they belong to by their names, now and whenever one is opened; those that
   * belong to none, to the datasets at hand.
   * @param {Dataset[]} datasets  all
   * @param {Mapping[]} dropped
   * @param {Dataset[]} atHand
   */
  async name(datasets, dropped, atHand) {
    this.#all = [...this.#all.filter(({ name }) => !dropped.some((mapping) => mapping.name === name)), ...dropped];
    for (const dataset of datasets) dataset.mapping ??= dataset.files.labels?.mapping ?? null;
    const paths = datasets.map(({ files: { images, labels } }) => (labels ?? images)?.name ?? '');
    for (const mapping of this.#all) {
      const fresh = dropped.includes(mapping) || (atHand.length > 0 && this.#waiting.delete(mapping));
      const owners = Array.from(await this.#scout().call('owners', mapping.name, paths), (index) => datasets[index]);
      const columns = await this.#nameColumn(mapping, datasets, paths, fresh ? atHand : []);
      const named = owners.length || columns.length || !fresh ? [...new Set([...owners, ...columns])] : atHand;
      /** @type {Fault | null} */
      let fault = null;
      for (const dataset of named) {
        const { labels } = dataset.files;
        if (labels?.columns?.[1]?.names === mapping.names) continue;
        if (fresh && labels && mapping.columns.length) labels.columns = mapping.columns;
        if (fresh && labels && mapping.names.size && !mapping.isFile) labels.mapping = mapping;
        if (!mapping.names.size || dataset.mapping === mapping || !(fresh || !dataset.mapping)) continue;
        const clash = mapping.isFile && clashOf(mapping.names, labels?.mapping?.names ?? NONE);
        if (clash) {
          fault ??= clash;
          continue;
        }
        dataset.mapping = mapping;
        // The page does not know new datasets yet, so those keep the names that an earlier visit or a link chose. Names that come
        // with images may arrive late, and do not replace those that were typed meanwhile.
        if (fresh && mapping.isFile) this.#dispatch({ type: 'mapping', dataset: dataset.id });
      }
      if (fresh && !named.length) {
        if (mapping.isFile) this.#waiting.add(mapping);
        fault = { name: 'Mapping' };
      }
      const key = `mapping:${mapping.name}`;
      if (fault) this.#reportFault(key, mapping.name, fault, false);
      else if (named.length) this.#dispatch({ type: 'dismiss', key });
    }
  }
}

/**
 * A class that two lists both name, but number otherwise: how the first differs from what the data say themselves.
 * @param {Names} names
 * @param {Names} own
 * @returns {Fault | null}
 */
function clashOf(names, own) {
  const numbers = new Map(Array.from(own, ([label, name]) => [name, label]));
  for (const [label, name] of names) {
    const found = numbers.get(name);
    // A name can be that of two classes.
    if (found !== undefined && found !== label && own.get(label) !== name)
      return { name: 'MappingClash', names: [name], expected: label, found };
  }
  return null;
}

/**
 * The class names in a file, if it is called like one that can hold some.
 * @param {File} file
 * @param {string} name
 */
async function namesIn(file, name) {
  const isTable = TABLE.test(name);
  if (!isTable && !LIST.test(name) && !MAPPING.test(name)) return null;
  const { textOf } = await import('./text-encoding.js');
  const text = await textOf(file, MAX_SIZE);
  if (text === null) return null;
  if (LIST.test(name)) return parse(text);
  if (!isTable) return (await parseMapping(text)) ?? (await parseList(text));
  const { namesInJson, namesInTable } = await import('../text/class-name-files.js');
  const says = SPEAKS.test(name.slice(name.lastIndexOf('/') + 1));
  return /\.json/i.test(name) ? namesInJson(JSON.parse(text), says) : namesInTable(text, says);
}
