/** Values of an element type as digits, and back. Pure, and imports nothing. */

/** @typedef {import('../engine/protocol.js').Status['elementType']} ElementType */

/** The fewest decimal digits that are tried, and those that every value of a type needs. @type {Partial<Record<ElementType, [number, number]>>} */
const PRECISION = { f32: [6, 9], f16: [2, 5], bf16: [2, 4] };
/** Bits of the fraction of 16-bit floats, and their smallest exponent. @type {Partial<Record<ElementType, [number, number]>>} */
const HALVES = { f16: [10, -14], bf16: [7, -126] };

/** Whole numbers below have all of their digits, as other programs read them. */
const MAX_WHOLE = 1e15;

/**
 * The type of the labels that are shown of a file: of a row of numbers, the place of the largest is a whole number.
 * @param {Pick<import('../engine/protocol.js').Status, 'elementType' | 'labelling'> | null | undefined} status
 */
export function typeOfLabels(status) {
  return status?.labelling?.column === 'one-hot' ? 'i32' : (status?.elementType ?? null);
}

/**
 * A value in full, for fields and programs: the shortest digits that mean this very number in its type. Whole numbers keep
 * theirs.
 * @param {number | bigint} value
 * @param {ElementType} type
 */
export function digits(value, type) {
  const [first, last] = PRECISION[type] ?? [0, 0];
  if (typeof value === 'bigint' || !last || !Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < MAX_WHOLE) return String(value);
  for (let precision = first; precision < last; precision++) {
    const short = Number(value.toPrecision(precision));
    if (rounded(short, type) === value) return String(short);
  }
  return String(Number(value.toPrecision(last)));
}

/**
 * The nearest value of a type, where floats have a shorter form: in f32, 0.1 means the value that is shown so.
 * @param {number} value
 * @param {ElementType} type
 */
export function rounded(value, type) {
  const [fraction, smallest] = HALVES[type] ?? [0, 0];
  if (type === 'f32') return Math.fround(value);
  if (!fraction || !Number.isFinite(value)) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), smallest);
  // Beside so large a number there is no place for more bits.
  const large = 1.5 * 2 ** (52 + exponent - fraction);
  return value + large - large;
}
