/** The files in an archive. */

/**
 * @import { Members } from '../pkg/convert.js'
 * @import { Remote } from './protocol.js'
 *
 * @typedef {object} Member  a file in an archive
 * @property {string} name
 * @property {number} offset  of its data in the archive
 * @property {number} length
 * @property {Uint8Array} head  the bytes before its data that make a file of it
 * @property {Uint8Array} tail  those after it
 * @property {boolean} readable  whether it is stored in a way that can be read
 * @property {boolean} cut  whether its end is missing, because the archive is damaged
 */

/** Numbers about each in `Members`. */
const NUMBERS = 7;
const NOTHING = new Uint8Array();

/** @param {Members} members */
export function countOf({ numbers }) {
  return numbers.length / NUMBERS;
}

/**
 * The files, one by one. Of an archive on a host, only what is in it can be read.
 * @param {Members} members
 * @param {Blob | Remote} content  that they are in
 * @returns {Member[]}
 */
export function membersIn(members, content) {
  const { names, numbers, frames } = members;
  const end = content instanceof Blob ? Infinity : (content.size ?? Infinity);
  let [named, framed] = [0, 0];
  /** @param {number} length */
  const frame = (length) => (length ? frames.slice(framed, (framed += length)) : NOTHING);
  return Array.from({ length: countOf(members) }, (_, index) => {
    const [nameLength, offset, length, head, tail, readable, cut] = numbers.subarray(index * NUMBERS);
    return {
      name: names.slice(named, (named += nameLength)),
      offset,
      length,
      head: frame(head),
      tail: frame(tail),
      readable: readable === 1 && offset + length <= end,
      cut: cut === 1,
    };
  });
}
