/** The tables of one drop: which of them hold images, labels or predictions. */

import { baseName } from '../state/index.js';
import { isLabelsName, isPredictionName } from '../text/prediction-names.js';
import { linked } from './entries.js';
import { isCalledJson, isLines } from './files.js';
import { namesClasses } from './mappings.js';
import { refuse, refute } from './refusals.js';

/**
 * @import { Names } from '../text/class-names.js'
 * @import { Watch } from './conversion.js'
 * @import { Parts, Taken } from './drop-intake.js'
 * @import { Entry } from './drops.js'
 * @import { Growing } from './growing.js'
 * @import { Known } from './files.js'
 * @import { LabelColumn, Mapping } from './mappings.js'
 * @import { Refusal } from './predictions.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} WaitingTable  one that may hold values, labels or predictions
 * @property {Entry} entry
 * @property {Refusal} refusal
 * @property {boolean} isAside  whether it is a text beside the data, which may have labels and is no data itself
 * @property {Known} [labels]  that came out of it before, and are open
 *
 * @typedef {object} Steps  of the intake
 * @property {(entry: Entry) => Promise<Refusal | null>} sort  adds a file to those of its kind
 * @property {(outputs: Entry[]) => void} takeNext  puts what came out of the file at hand into the queue, behind it
 * @property {(entry: Entry, columns: LabelColumn[]) => void} takeNames
 * @property {(isCancelled: boolean) => void} keepPart  keeps what is shown of a conversion that did not come to its end
 */

export class DropTables {
  /** @type {WaitingTable[]} */
  waiting = [];
  #parts;
  #taken;
  #growing;
  #watch;
  #steps;

  /**
   * @param {Parts} parts
   * @param {Taken} taken
   * @param {Growing | null} growing
   * @param {Watch} watch
   * @param {Steps} steps
   */
  constructor(parts, taken, growing, watch, steps) {
    this.#parts = parts;
    this.#taken = taken;
    this.#growing = growing;
    this.#watch = watch;
    this.#steps = steps;
  }

  /**
   * Takes the images in a table. One of which it is not certain that it holds images waits for the other files. Returns whether
   * that came to its end.
   * @param {Entry} entry
   * @param {Refusal} refusal
   */
  async take(entry, refusal) {
    const images = await this.#parts.inside.table(entry, refusal, 'images', this.known(), this.#watch);
    if (this.#growing?.isUnwanted) this.#growing.end(true);
    else if (this.#watch.isCancelled()) return false;
    else if (images) {
      this.#steps.takeNext(linked(entry, images.files));
      this.#takeRest(entry, refusal, images);
    } else if (isText(refusal.report[2].name) || entry.columnar) this.waiting.push({ entry, refusal, isAside: false });
    else {
      this.#steps.keepPart(false);
      refuse(entry, refusal, this.#taken);
    }
    return true;
  }

  /**
   * Takes a NumPy array of texts: labels, or the names of classes. Alone beside as many labels, it can be predictions.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {boolean} isAlone
   */
  async takeTexts(entry, refusal, isAlone) {
    const { inside, mappings, openFiles } = this.#parts;
    const open = openFiles().flatMap(({ labels }) => labels ?? []);
    const texts = await inside.texts(entry, refusal, this.known(), this.#watch);
    if (this.#watch.isCancelled()) return false;
    const { labels = null, items = 0, missing = 0, names = [] } = texts ?? {};
    // The labels name their classes themselves.
    const source = labels ? `${entry.name}/metadata` : entry.name;
    // A class whose name is its number has none.
    const named = new Map(names.filter(([label, name]) => name !== String(label)));
    const mapping = names.length ? mappings.create(source, entry.archive ?? '', named) : undefined;
    const mayBePredictions = isAlone && !entry.link && open.some((other) => areAlike(other, items, mapping));
    if (labels && !mayBePredictions) {
      if (missing) inside.report(entry.name, [{ name: 'NpyUnlabelled', found: missing, expected: items }]);
      const predictedIn = isPredictionName(baseName(entry.name)) ? entry : undefined;
      await this.#steps.sort({ ...entry, file: labels, mapping, predictedIn, ...(missing && { unlabelled: -1 }) });
    } else if (!labels && mapping && namesClasses(entry.name)) this.#taken.mappings.push({ ...mapping, isFile: true });
    else {
      const { head } = refusal.report[2];
      if (!labels && mapping) refute(refusal, { name: 'NpyTextsDiffer', found: names.length, head });
      // What came out of it has its name, so it is no file in an archive.
      refuse(isAlone ? { ...entry, archive: '' } : entry, refusal, this.#taken);
    }
    return true;
  }

  /**
   * Takes a text beside the data.
   * @param {Entry} entry
   * @param {Refusal} refusal
   */
  takeAside(entry, refusal) {
    if (refusal.report[2].name === 'Csv' && /\.txt$/i.test(entry.name))
      this.waiting.push({ entry, refusal, isAside: true });
    else this.#taken.passed.push(entry.name);
  }

  /** Opens those that hold something else than images. Where there are labels, numbers are predictions: see predictions.js. */
  async open() {
    const taken = this.#taken;
    const { inside } = this.#parts;
    const isLabelled = this.labelled().length > 0;
    for (const { entry, refusal, isAside } of this.waiting) {
      // A link names data, and no predictions of what is open.
      const name = baseName(entry.name);
      const isAsked = async () => isLabelsName(name) || (await this.#hasWords(entry));
      const mayBePredictions = isLabelled && !entry.link && (isPredictionName(name) || !(await isAsked()));
      const only = isAside ? 'labels' : '';
      const table = mayBePredictions ? null : await inside.table(entry, refusal, only, this.known(), this.#watch);
      if (this.#watch.isCancelled()) return;
      taken.unread--;
      const files = table?.files ?? [];
      // Pictures that come later may be those that it names.
      const source = table?.isNamed ? entry : undefined;
      const predictedIn = table?.hasPredictedLabel ? entry : undefined;
      for (const file of files) await this.#steps.sort({ ...file, source, predictedIn, link: entry.link });
      if (table) this.#takeRest(entry, refusal, table);
      else if (isAside && !isPredictionName(name)) taken.passed.push(entry.name);
      else {
        // The bytes are not those of the file.
        if (entry.columnar) refute(refusal, { name: `${entry.columnar.format}Rows` });
        // Such as settings.
        refusal.isNote = refusal.report[2].name === 'Json' && entry.name.includes('/') && taken.opened.length > 0;
        refuse(entry, refusal, taken);
      }
    }
  }

  /** How many labels there are, of each file in the drop and of each that is open. */
  labelled() {
    const open = this.#parts.openFiles().flatMap(({ labels }) => labels ?? []);
    return [...open, ...this.#taken.opened.filter(({ role }) => role === 'labels')].map(({ items }) => items);
  }

  /**
   * The classes with names in the drop, and those of open labels: words of train and test have the same numbers.
   * @returns {Names[]}
   */
  known() {
    const { mappings, opened } = this.#taken;
    const labels = [...opened, ...this.#parts.openFiles().map(({ labels }) => labels)];
    return [...mappings, ...labels.flatMap((file) => file?.mapping ?? [])].map(({ names }) => names);
  }

  /**
   * Whether a table has labels alone that are words, which are asked about. Those in JSON have to be the names of classes.
   * @param {Entry} entry
   */
  async #hasWords(entry) {
    if (isCalledJson(entry.name) && !isLines(entry.name)) return false;
    const labels = await this.#parts.inside.labels(entry, this.#watch);
    const { hasWords } = await import('./label-tables.js');
    return hasWords(labels?.columns);
  }

  /**
   * Takes what a table says besides its files. One that is damaged opens in part.
   * @param {Entry} entry
   * @param {Refusal} refusal
   * @param {{ columns: LabelColumn[], damage: Fault | null }} table
   */
  #takeRest(entry, refusal, { columns, damage }) {
    this.#steps.takeNames(entry, columns);
    if (!damage) return;
    this.#taken.partial++;
    refuse(entry, refusal, this.#taken);
  }
}

/**
 * Whether a file that was refused is a text that can be a table.
 * @param {string} format
 */
export function isText(format) {
  return format === 'Csv' || format === 'Json';
}

/**
 * Whether texts can be predictions of these labels: there are as many, and they have a class in common if both have names.
 * @param {Known} labels
 * @param {number} items
 * @param {Mapping} [mapping]
 */
function areAlike(labels, items, mapping) {
  const names = new Set(mapping?.names.values());
  const known = [...(labels.mapping?.names.values() ?? [])];
  return labels.items === items && (!names.size || !known.length || known.some((name) => names.has(name)));
}
