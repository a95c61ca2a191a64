/** Lines of JSON, such as the `metadata.jsonl` of image folders, as a table of text. */

/** Limit of the bytes that are read: text takes several times as much memory. */
const MAX_LEN = 64 << 20;

/**
 * The values in each line below the names in the first one, without lists and objects; null if a line is no object.
 * @param {Blob} file
 * @returns {Promise<File | null>}
 */
export async function tableOfLines(file) {
  if (file.size > MAX_LEN) return null;
  const lines = (await file.text()).split('\n').filter((line) => line.trim());
  try {
    /** @type {Record<string, unknown>[]} */
    const rows = lines.map((line) => JSON.parse(line));
    const names = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => isScalar(row[name])));
    if (!names.length) return null;
    const cells = [names, ...rows.map((row) => names.map((name) => (isScalar(row[name]) ? row[name] : '')))];
    return new File([cells.map((row) => `${row.map(quoted).join()}\n`).join('')], '');
  } catch {
    return null;
  }
}

/** @param {unknown} value */
function isScalar(value) {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** @param {unknown} value */
function quoted(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"` : text;
}
