/** How a file on a host is read: ahead where its host gives ranges, else as it arrives. */

import { joined } from './bytes.js';
import { RangeSource } from './range-source.js';
import { StreamSource } from './stream-source.js';

/**
 * @import { Remote } from './protocol.js'
 * @import { Source } from './source.js'
 */

const NOTHING = new Uint8Array();

/**
 * @param {Remote} remote
 * @returns {Source}
 */
export function hosted(remote) {
  const { member, ranges } = remote;
  if (!ranges) return new StreamSource(remote);
  return new ReadAhead(member ? new MemberSource(remote, member) : new RangeSource(remote));
}

/** A file in an archive on a host that gives ranges. */
class MemberSource {
  #archive;
  #member;

  /**
   * @param {Remote} remote
   * @param {NonNullable<Remote['member']>} member
   */
  constructor(remote, member) {
    this.size = remote.size ?? 0;
    this.#archive = new RangeSource({ ...remote, size: member.total });
    this.#member = member;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  async read(offset, length, passing) {
    const { head, tail, offset: start, length: size } = this.#member;
    /** The range, in bytes from there on. @param {number} from */
    const after = (from) => [Math.max(0, offset - from), Math.max(0, offset + length - from)];
    const [first, end] = after(head.length).map((at) => Math.min(at, size));
    const bytes = first < end ? await this.#archive.read(start + first, end - first, passing) : NOTHING;
    if (bytes.length === length) return bytes;
    return joined([head.subarray(...after(0)), bytes, tail.subarray(...after(head.length + size))]);
  }

  close() {
    this.#archive.close();
  }
}

/** Reads one range ahead in a pass over the file, so that the host works while the worker does. */
class ReadAhead {
  #source;
  /** @type {{ offset: number, length: number, bytes: Promise<Uint8Array> } | null} */
  #ahead = null;

  /** @param {RangeSource | MemberSource} source */
  constructor(source) {
    this.#source = source;
  }

  get size() {
    return this.#source.size;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {boolean} [passing]
   */
  read(offset, length, passing) {
    const ahead = this.#ahead;
    const rest = Math.min(length, this.size - offset);
    const isAhead = ahead?.offset === offset && ahead.length === rest;
    const bytes = isAhead ? ahead.bytes : this.#source.read(offset, length, passing);
    // Many files need no pass after their first bytes.
    if (passing && offset > 0) this.#prefetch(offset + length, Math.min(length, this.size - offset - length));
    return bytes;
  }

  close() {
    this.#ahead = null;
    this.#source.close();
  }

  /**
   * @param {number} offset
   * @param {number} length
   */
  #prefetch(offset, length) {
    this.#ahead = null;
    if (length <= 0) return;
    const bytes = this.#source.read(offset, length, true);
    // A failed prefetch is dropped. The next read repeats it and reports the fault.
    bytes.catch(() => {
      if (this.#ahead?.bytes === bytes) this.#ahead = null;
    });
    this.#ahead = { offset, length, bytes };
  }
}
