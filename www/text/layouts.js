/** Reads the parts of a layout that users type. */

/**
 * A shape, such as `60000 x 28 x 28`; null if it is none. Between other signs a comma groups digits.
 * @param {string} typed
 */
export function shapeOf(typed) {
  const plain = /[x×*]/i.test(typed) ? typed.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : typed;
  const sizes = plain
    .trim()
    .split(/\s*[x×*,]\s*|\s+/i)
    .filter(Boolean);
  const isShape =
    sizes.length && sizes.every((size) => /^\d+$/.test(size) && Number(size) > 0 && Number(size) < 2 ** 32);
  return isShape ? sizes.map(Number) : null;
}

/**
 * An offset in a file, such as `1,024`; null if it is none.
 * @param {string} typed
 */
export function offsetOf(typed) {
  // Bytes such as 00 08 are no number in groups of three digits.
  return /^(\d+|\d{1,3}([\s,]\d{3})+)$/.test(typed.trim()) ? Number(typed.replace(/\D/g, '')) : null;
}
