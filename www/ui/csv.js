/** Fields of CSV. */

/**
 * A text as a field: in quotes where it needs them.
 * @param {string} field
 */
export function quoted(field) {
  return /[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
