/** The open files: what each is, as far as its first bytes tell. */

import { probe } from './remote.js';

/**
 * @import { Engine } from './client.js'
 * @import { Known, Origin } from './dataset.js'
 * @import { Fault, Place } from './protocol.js'
 * @typedef {(key: string, file: string, fault: Fault & { head?: string }, severe?: boolean) => void} Complain
 */

export class Files {
  /** @type {Known[]} */
  all = [];
  #scout;
  #complain;
  #number;

  /**
   * @param {() => Engine} scout  that looks at files
   * @param {Complain} complain
   * @param {() => number} number  a new one
   */
  constructor(scout, complain, number) {
    this.#scout = scout;
    this.#complain = complain;
    this.#number = number;
  }

  /**
   * What is at an address, as far as its first bytes tell.
   * @param {string} address
   */
  async find(address) {
    const origin = await this.#locate(address);
    return origin && this.inspect(origin);
  }

  /**
   * @param {string} address
   * @returns {Promise<Origin | null>}
   */
  async #locate(address) {
    if (!address) return null;
    try {
      const place = await probe(address);
      return { place, name: place.name, sample: '', address };
    } catch (error) {
      this.#complain(`refused:${address}`, address.slice(address.lastIndexOf('/') + 1), /** @type {Fault} */ (error));
      return null;
    }
  }

  /**
   * What a file is; as far as can be told without reading it, a file that is known is not looked at again.
   * @param {Origin} origin
   * @param {boolean} [listed]  whether it is said why it cannot be opened
   * @returns {Promise<Known | null>}
   */
  async inspect({ place, name, sample, address }, listed = true) {
    const { size } = place;
    // Kept as it is now: WebKit tells another time of a file that has gone.
    const version = versionOf(place);
    const known = this.all.find(
      (file) => !file.as && file.name === name && file.size === size && file.version === version,
    );
    if (known) {
      const before = known.place;
      // The one that was open may not be readable any more, nor what is an array in it.
      for (const file of this.all) if (file.place === before) file.place = place;
      return Object.assign(known, { address: address || known.address });
    }
    try {
      const { status, head, crc } = await this.#scout().call('inspect', place, name);
      const file = {
        id: this.#number(),
        name,
        role: status.role,
        size,
        items: status.promised,
        place,
        version,
        status,
        head,
        crc,
        sample,
        address,
        as: '',
      };
      this.all.push(file);
      return file;
    } catch (error) {
      if (listed && !isAside(name)) this.#complain(`refused:${name}`, name, /** @type {Fault} */ (error));
      return null;
    }
  }

  /**
   * An array of a file that another begins, as a file of its own.
   * @param {Known} file
   * @param {string} as  how it is read: see Status
   */
  async part(file, as) {
    const known = this.all.find((other) => other.place === file.place && other.as === as);
    if (known) return known;
    const { status, head } = await this.#scout().call('inspect', file.place, file.name, as);
    const part = { ...file, id: this.#number(), role: status.role, items: status.promised, status, head, crc: '', as };
    this.all.push(part);
    return part;
  }
}

/**
 * Whether a file lies beside the data in a folder, as notes do: nobody means it to open.
 * @param {string} name
 */
export function isAside(name) {
  return /\/.*\.(md|txt)$/i.test(name);
}

/**
 * What differs between two files of one name and size.
 * @param {Place} place
 */
function versionOf(place) {
  return place instanceof File ? place.lastModified : `${place.url} ${place.etag}`;
}
