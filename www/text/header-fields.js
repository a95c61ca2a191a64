/** The fields of a header, and what each means: of a file that is open, and of one that was refused, as far as it goes. */

import { late } from './late.js';

/**
 * @import { Fault, HeaderPart, OwnHeader } from '../engine/protocol.js'
 * @typedef {Pick<HeaderPart, 'offset' | 'length'> & { kind: HeaderPart['kind'] | 'wrong', text: string }} Field  with its meaning; a wrong
 *   one is why the file was refused
 */

/** Element types by their codes. @type {Record<number, string>} */
const TYPES = { 8: 'u8', 9: 'i8', 11: 'i16', 12: 'i32', 13: 'f32', 14: 'f64' };
/** Faults of a header that may be one of IDX. Others are about what follows it, or name another format. */
const REFUSALS = ['BadMagic', 'UnknownElementType', 'TruncatedHeader', 'TooLarge'];
/** With a wrong magic number, more dimensions than this are unlikely. */
const MAX_LIKELY_RANK = 8;
/** Bytes of the longest header. */
export const MAX_HEADER = 4 + 4 * 255;

const words = late.bytes;

/**
 * @param {OwnHeader} header
 * @returns {Field[]}
 */
export function headerFields({ bytes, parts, layout: { elementType, shape } }) {
  const rank = parts.filter(({ kind }) => kind === 'dimension').length;
  let dimension = 0;
  /** @param {HeaderPart} part */
  const meaning = ({ kind, offset, length }) => {
    if (kind === 'magic' || kind === 'version' || kind === 'length' || kind === 'padding') return words[kind];
    if (kind === 'dictionary')
      return words.dictionary(new TextDecoder().decode(bytes.subarray(offset, offset + length)).trim());
    if (kind === 'zero') return words.zero;
    if (kind === 'type') return words.type(elementType);
    if (kind === 'rank') return words.rank(rank);
    const index = dimension++;
    return words.dimension(rank, index, shape[index]);
  };
  return parts.map((part) => ({ ...part, text: meaning(part) }));
}

/**
 * The fields up to the one where the file ends. None if the file has some other format.
 * @param {Uint8Array} bytes  the first of the file, unpacked: a whole header, if there is one
 * @param {Fault} fault  why it was refused
 * @returns {Field[]}
 */
export function refusedFields(bytes, { name, offset: faulty }) {
  const isBackwards = name !== 'BadMagic' && bytes[0] > 0 && bytes[2] === 0 && bytes[3] === 0;
  const isIdx = name === 'BadMagic' || bytes[0] === 0 || isBackwards;
  if (!REFUSALS.includes(name) || !isIdx) return [];
  const [typeAt, rankAt] = isBackwards ? [1, 0] : [2, 3];
  const [type, rank] = [TYPES[bytes[typeAt]], bytes[rankAt]];
  const magic = Array.from(bytes.subarray(0, 4), (byte, at) => {
    if (at === typeAt) return field(type ? 'type' : 'wrong', at, 1, type ? words.type(type) : words.unknownType);
    if (at === rankAt) return field('rank', at, 1, words.rank(rank));
    return byte ? field('wrong', at, 1, words.notZero) : field('zero', at, 1, words.zero);
  });
  if (bytes.length < 4) return [...magic, field('wrong', bytes.length, 0, words.missing)];
  // Bytes that are no header would be read as dimensions, too.
  const isHeader = type || (name !== 'BadMagic' && rank <= MAX_LIKELY_RANK);
  return isHeader ? [...magic, ...dimensions(bytes, rank, isBackwards, name === 'TooLarge' ? faulty : -1)] : magic;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} rank
 * @param {boolean} isLittle
 * @param {number | undefined} tooLarge  offset of the dimension that is
 */
function dimensions({ buffer, byteOffset, length }, rank, isLittle, tooLarge) {
  const view = new DataView(buffer, byteOffset, length);
  /** @type {Field[]} */
  const fields = [];
  for (let index = 0; index < rank; index++) {
    const at = 4 + 4 * index;
    const left = Math.max(0, length - at);
    if (left < 4) return [...fields, field('wrong', at, left, words.cutDimension(index, left))];
    const text = words.dimension(rank, index, view.getUint32(at, isLittle));
    fields.push(at === tooLarge ? field('wrong', at, 4, words.tooLarge(text)) : field('dimension', at, 4, text));
  }
  return fields;
}

/**
 * @param {Field['kind']} kind
 * @param {number} offset
 * @param {number} length
 * @param {string} text
 * @returns {Field}
 */
function field(kind, offset, length, text) {
  return { kind, offset, length, text };
}
