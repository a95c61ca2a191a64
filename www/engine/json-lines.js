/** Lines of JSON, such as the `metadata.jsonl` of image folders, as a table of text. */

/** Limit of the bytes that are read: objects take several times as much memory. */
const MAX_LEN = 64 << 20;

/**
 * The values in each line below their names, without lists and objects; null if a line is no object.
 * @param {Blob} file
 * @returns {Promise<File | null>}
 */
export async function tableOfLines(file) {
  if (file.size > MAX_LEN) return null;
  const lines = (await file.text()).split('\n').filter((line) => line.trim());
  try {
    /** @type {Record<string, unknown>[]} */
    const rows = lines.map((line) => JSON.parse(line));
    const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isScalar(row[name]))))];
    const cells = [names, ...rows.map((row) => names.map((name) => (isScalar(row[name]) ? row[name] : '')))];
    return names.length ? new File([cells.map((row) => `${row.map(field).join()}\n`).join('')], '') : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value */
function isScalar(value) {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * A value as a field. A text is in quotes, because a sign in front can mean something.
 * @param {unknown} value
 */
function field(value) {
  return typeof value === 'string' && value
    ? `"${value.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`
    : String(value);
}
