/** One drop or link after the other, and what "Cancel" ends. */

/**
 * @import { ColumnarFormat } from './columnar.js'
 * @import { Names } from '../text/class-names.js'
 * @import { Mapping } from './mappings.js'
 * @import { Part } from './picture-files.js'
 * @import { PictureNames } from './pictures.js'
 * @import { Fault, Place } from './protocol.js'
 * @import { Shards } from './shards.js'
 * @import { PartTable } from './tables.js'
 *
 * @typedef {object} Entry  a dropped file, one at an address, or one that came out of another
 * @property {Place} file
 * @property {string} name  with its folder
 * @property {FileSystemHandle | null} [root]  a handle by which the browser finds it again
 * @property {string} [archive]  the name of the archive that it is in
 * @property {string} [packed]  the name of the packed file that it came out of
 * @property {{ format: ColumnarFormat, names: Map<string, Names> }} [columnar]  of the text of the rows of a Parquet or Arrow file: which of
 *   these it is, and the names of classes that it notes, by column
 * @property {Source[]} [sources]  the files that it came out of, if these are several
 * @property {Shards} [shards]  that it consists of
 * @property {boolean} [hasWaited]  whether the other files of the drop have been taken: their labels tell what it is
 * @property {boolean} [isDamaged]  whether more should have come out, which has been reported
 * @property {string} [formerName]  that it has while it is shown before the end of a conversion, if that is another
 * @property {boolean} [isWhole]  of one that is shown before the end of a conversion: whether no more of it is to come
 * @property {PartTable} [table]  what came out of it already
 * @property {number} [label]  the column of a table that the user chose as the label, from 1
 * @property {Part} [part]  where a picture is in an archive
 * @property {PictureNames} [pictures]  that its images were made of, or that its labels are for
 * @property {number} [unlabelled]  of labels: that of items without one
 * @property {Entry} [predictedIn]  of labels and rows of values that are called predictions: where these are
 * @property {Mapping} [mapping]  of labels: the names of their classes, if these came with them
 * @property {Entry} [source]  of labels alone: the table that they came out of
 * @property {Entry} [itemsLast]  of an array with its last dimension first: the file as it is stored
 * @property {{ address: string, name: string }} [link]  of the file that a link led to, whose name begins those of the files in it
 *
 * @typedef {object} Source  a file on this device
 * @property {string} name  with its folder
 * @property {FileSystemHandle | null} root  the handle by which the browser finds it again
 * @property {boolean} [isMore]  whether the user knows it by the first shard of the dataset
 *
 * @typedef {() => boolean} IsCancelled  whether what was added when this was made is no longer wanted
 */

export class Drops {
  /** Changes when the user cancels what was added until then. */
  #generation = 0;
  /** @type {Promise<void>} */
  #last = Promise.resolve();
  #onfault;

  /** @param {(fault: Fault) => void} onfault */
  constructor(onfault) {
    this.#onfault = onfault;
  }

  /** Ends all that was added until now. */
  cancel() {
    this.#generation++;
  }

  /**
   * For what is added now.
   * @returns {IsCancelled}
   */
  begin() {
    const own = this.#generation;
    return () => own !== this.#generation;
  }

  /**
   * Does something about files when all that was queued before is done.
   * @param {(isCancelled: IsCancelled) => Promise<unknown>} task
   * @param {IsCancelled} [isCancelled]  of what was added before now
   */
  queue(task, isCancelled = this.begin()) {
    this.#last = this.#last.then(async () => void (await task(isCancelled))).catch(this.#onfault);
    return this.#last;
  }
}
