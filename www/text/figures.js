/** How numbers are written. */

/**
 * A number with a comma after every three digits. The first use of toLocaleString costs as much as the first picture.
 * @param {number | undefined} value
 */
export function grouped(value = 0) {
  return String(value).replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}
