/** The order of names with numbers in them, in which pictures are items: 9 before 10. */

const ORDER = new Intl.Collator('en', { numeric: true });

/**
 * @param {string} one
 * @param {string} other
 */
export function compareNames(one, other) {
  return ORDER.compare(one, other);
}
