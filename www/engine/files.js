/** The open files, as far as their first bytes describe them. */

import { baseName } from '../state/index.js';
import { predictionsIn } from './prediction-files.js';

/**
 * @import { OpenFile } from '../state/index.js'
 * @import { Engine } from './client.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 * @import { LabelColumn, Mapping } from './mappings.js'
 * @import { PictureNames } from './pictures.js'
 * @import { Checksum, Fault, Place, Status } from './protocol.js'
 *
 * @typedef {object} Origin  how a file was opened
 * @property {Place} place
 * @property {string} name
 * @property {string} sample  the built-in sample that it belongs to, or ''
 * @property {string} address  of a file that a link opened, see addressIn; or ''
 * @property {string} archive  the name of the archive that it is in, or ''
 * @property {string} [packed]  the name of the packed file that it came out of
 * @property {Entry['sources']} [sources]  the files that it came out of, if these are several
 * @property {string} [formerName]  that it has before the end of the conversion, if that is another
 * @property {boolean} [isDamaged]  whether more should have come out, which has been reported
 * @property {PictureNames} [pictures]  that its images were made of, or that its labels are for
 * @property {number} [unlabelled]  of labels: that of items without one
 * @property {Entry} [predictedIn]  of labels and rows of values that are called predictions: where these are
 * @property {Mapping} [mapping]  of labels: the names of their classes, if these came with them
 * @property {Entry} [source]  of labels alone: the table that they came out of
 * @property {Entry} [itemsLast]  of an array with its last dimension first: the file as it is stored
 * @property {FileSystemHandle | null} root  a handle by which the browser finds it again: its own, or that of the folder that its name begins with
 *
 * @typedef {OpenFile & Origin & Described} Known  a file whose header was read
 *
 * @typedef {object} Described
 * @property {string | number} version  what differs from it in another of its name and size
 * @property {Status} status
 * @property {number[]} head  its first bytes
 * @property {Checksum | undefined} checksum
 * @property {string} as  its layout, if that is not the header's
 * @property {boolean} grows  whether more of it is to come out of a conversion
 * @property {boolean} isCut  whether its conversion did not come to its end
 * @property {LabelColumn[]} [columns]  of labels, if they have names
 *
 * @typedef {(key: string, file: string, fault: Fault & { head?: number[] }, severe?: boolean) => void} ReportFault
 */

export class Files {
  /** @type {Known[]} */
  all = [];
  /** Files that could not be opened, by the keys of their alerts. @type {Map<string, Origin>} */
  refused = new Map();
  #scout;
  #converter;
  #reportFault;
  #number;

  /**
   * @param {() => Engine} scout  the engine that inspects files
   * @param {() => Engine} converter  the engine that converts files
   * @param {ReportFault} reportFault
   * @param {() => number} number  a new one
   */
  constructor(scout, converter, reportFault, number) {
    this.#scout = scout;
    this.#converter = converter;
    this.#reportFault = reportFault;
    this.#number = number;
  }

  /**
   * The file at an address, if its host hands it out.
   * @param {string} address
   * @returns {Promise<Entry | null>}
   */
  async locate(address) {
    try {
      // Few visits follow a link to data.
      const { probe } = await import('./remote.js');
      const file = await probe(address);
      return { file, name: file.name, link: { address, name: file.name } };
    } catch (error) {
      this.#reportFault(`refused:${address}`, baseName(address), /** @type {Fault} */ (error));
      return null;
    }
  }

  /**
   * Reads the header of a file, unless the file is known.
   * @param {Origin} origin
   * @param {ReportFault} reportFault  takes the reason why it cannot be opened
   * @param {Watch} watch
   * @returns {Promise<Known | null>}
   */
  async inspect(origin, reportFault, watch) {
    const { place, name, address, root } = origin;
    const { size } = place;
    const known = await this.#knownAs(name, place);
    if (known) {
      const before = known.place;
      // The handle that was open may not be readable any more, for any array in the file.
      for (const file of this.all) if (file.place === before) file.place = place;
      return Object.assign(known, {
        address: address || known.address,
        root: root ?? known.root,
        sources: origin.sources ?? known.sources,
        pictures: origin.pictures ?? known.pictures,
        unlabelled: origin.unlabelled ?? known.unlabelled,
        predictedIn: origin.predictedIn ?? known.predictedIn,
        mapping: origin.mapping ?? known.mapping,
      });
    }
    try {
      return await this.add(origin);
    } catch (error) {
      const { name: why } = /** @type {Fault} */ (error);
      const reordered = why === 'NpyFortran' && isAtHand(place) ? await this.#reordered(place, watch) : null;
      if (reordered) return this.inspect({ ...origin, place: reordered }, reportFault, watch);
      if (watch.isCancelled()) return null;
      const key = `refused:${name}`;
      this.refused.set(key, origin);
      reportFault(key, name, Object.assign(/** @type {Error} */ (error), { size: size ?? undefined }));
      return null;
    }
  }

  /**
   * Adds a file that is not known.
   * @param {Origin} origin
   * @param {{ grows?: boolean, as?: string }} [how]
   * @returns {Promise<Known>}
   */
  async add(origin, { grows = false, as = '' } = {}) {
    const { place, name, packed = '' } = origin;
    const described = await this.#describe(place, name, as);
    const predictedIn = predictionsIn(origin, described.status);
    const file = { ...origin, ...described, predictedIn, id: this.#number(), packed, as, grows, isCut: false };
    this.all.push(file);
    return file;
  }

  /**
   * Puts a longer file in place of one that grows.
   * @param {Known} known
   * @param {Origin} origin
   * @param {boolean} grows  still
   */
  async replace(known, origin, grows) {
    const { place, name, formerName, isDamaged, pictures, unlabelled, source } = origin;
    const described = await this.#describe(place, name);
    const predictedIn = predictionsIn(origin, described.status);
    const own = { place, name, formerName, isDamaged, pictures, unlabelled, predictedIn, source };
    // Items of another shape are another file's, so that no selection of the ones before stays.
    const [before, now] = [known.status, described.status].map(({ shape }) => shape.slice(1).join());
    const id = before === now ? known.id : this.#number();
    Object.assign(known, described, { ...own, id, grows, isCut: false });
  }

  /**
   * @param {Place} place
   * @param {string} name
   * @param {string} [as]  its layout, if not the header's. Checksums are of whole files.
   */
  async #describe(place, name, as) {
    // Taken now, because WebKit reports another time for a file that has gone.
    const [size, version] = [place.size, versionOf(place)];
    const { status, head, checksum } = await this.#scout().call('inspect', place, name, as);
    return {
      size,
      version,
      role: status.role,
      items: status.promised,
      status,
      head,
      checksum: as ? undefined : checksum,
    };
  }

  /**
   * A NumPy array in Fortran's order as a file in the usual one, if it can be read.
   * @param {Place} file
   * @param {Watch} watch
   */
  async #reordered(file, watch) {
    // Few visits open one.
    const { converted } = await import('./conversion.js');
    return converted(this.#converter(), watch, 'reorder', file).catch(() => null);
  }

  /**
   * The known file with this name, size and time, and the same bytes if it can still be read.
   * @param {string} name
   * @param {Place} place
   */
  async #knownAs(name, place) {
    const version = versionOf(place);
    const alike = this.all.filter(
      (file) => !file.as && file.name === name && file.size === place.size && file.version === version,
    );
    for (const file of alike) {
      const before = file.place;
      if (!(place instanceof File && before instanceof File)) return file;
      const isSame = await this.#scout()
        .call('haveSameBytes', before, place)
        .catch(() => true);
      if (isSame) return file;
    }
  }

  /**
   * A file read in another layout than its header's: an array that another begins, or a file that was refused.
   * @param {Origin} origin
   * @param {string} as  its layout
   * @returns {Promise<Known>}
   */
  async readAs(origin, as) {
    const known = this.all.find((other) => other.place === origin.place && other.as === as);
    return known ?? this.add(origin, { as });
  }
}

/**
 * How a file is opened.
 * @param {Entry} entry
 * @param {string} sample
 * @returns {Origin}
 */
export function originOf(
  {
    file: place,
    name,
    root = null,
    isDamaged = false,
    link,
    packed = '',
    archive = packed,
    sources,
    formerName,
    pictures,
    unlabelled,
    predictedIn,
    mapping,
    source,
    itemsLast,
  },
  sample,
) {
  const address = link ? addressIn(link, name) : '';
  const from = { name, formerName, address, archive, root, packed, sources };
  return { place, ...from, sample, isDamaged, pictures, unlabelled, predictedIn, mapping, source, itemsLast };
}

/**
 * The address of a file that a link opened: that in the link, and behind a # where the file is in the one that is there.
 * @param {NonNullable<Entry['link']>} link
 * @param {string} name  of the file
 */
export function addressIn({ address, name: whole }, name) {
  return name === whole ? address : `${address}#${name.slice(whole.length + 1)}`;
}

/**
 * The address at which there is a file, of one that can lead into it.
 * @param {string} address
 */
export function wholeOf(address) {
  return address.split('#')[0];
}

/**
 * Whether a file in a folder is a note beside the data, which is not meant to be opened.
 * @param {string} name
 */
export function isAside(name) {
  return /\/.*\.(md|txt)$/i.test(name);
}

/**
 * Whether a file has lines of JSON, by its name.
 * @param {string} name
 */
export function isLines(name) {
  return /\.jsonl$/i.test(name);
}

/**
 * Whether a file has JSON, or lines of it, by its name.
 * @param {string} name
 */
export function isCalledJson(name) {
  return /\.jsonl?$/i.test(name);
}

/**
 * Whether any bytes of a file can be read at once, as they are stored.
 * @param {Place} place
 * @returns {boolean}
 */
export function isAtHand(place) {
  return place instanceof Blob || (place.ranges && place.size !== null);
}

/**
 * Differs between two files of the same name and size.
 * @param {Place} place
 */
export function versionOf(place) {
  return place instanceof File ? place.lastModified : `${place.url} ${place.etag} ${place.member?.offset ?? ''}`;
}

/**
 * Distinguishes a file from others of its name: shape, element type and, if it is known, checksum.
 * @param {Known | null} file
 */
export function printOf(file) {
  return file
    ? [file.status.shape.join('x'), file.status.elementType, file.checksum?.text].filter(Boolean).join('-')
    : '';
}
