/** How numbers, ranges and plurals are written. */

/**
 * A number with a comma after every three digits. The first use of toLocaleString costs as much as the first picture.
 * @param {number | undefined} value
 */
export function grouped(value = 0) {
  return String(value).replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/**
 * A count with its noun: "1 image", "10,000 images".
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/**
 * @param {number} first
 * @param {number} last
 */
export function range(first, last) {
  return `${grouped(first)}–${grouped(last)}`;
}

/**
 * A number to be read, with minus signs. Fields, links and files keep the hyphens that programs write.
 * @param {string} digits
 */
export function signed(digits) {
  return digits.replaceAll('-', '−');
}

/**
 * A range of values. Negative numbers read badly around a dash.
 * @param {string} min
 * @param {string} max
 */
export function valueRange(min, max) {
  const ends = [min, max].map(signed);
  return ends.join(ends.some((end) => end.startsWith('−')) ? ' to ' : '–');
}

/**
 * The sizes of an array: "60,000 × 28 × 28".
 * @param {number[]} sizes
 */
export function shape(sizes) {
  return sizes.map(grouped).join(' × ');
}

/** @param {number | undefined} count */
export function bytes(count = 0) {
  return counted(count, 'byte');
}

/**
 * Names in a list, only some of them if there are many.
 * @param {string[]} names
 */
export function abridged(names) {
  return (names.length > 3 ? [...names.slice(0, 2), `${grouped(names.length - 2)} more`] : names).join(', ');
}

export const numbers = { grouped, signed, counted, range, shape, bytes };
