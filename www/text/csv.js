/** Records of CSV (RFC 4180). Pure, and imports nothing. */

/**
 * A text as a field: in quotes where it needs them.
 * @param {string} field
 */
export function quoted(field) {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * The records of a text, without empty lines.
 * @param {string} text
 * @param {(line: number, found: string) => Error} unquoted  the error about a line, from 1, in which a quotation mark is missing
 * @param {string} [separator]  of the fields
 * @returns {Generator<{ line: number, fields: string[] }>}
 */
export function* records(text, unquoted, separator = ',') {
  const plain = new RegExp(`[^${separator}"\r\n]*`, 'y');
  const end = /\r?\n|$/y;
  let [at, line] = [0, 1];
  while (at < text.length) {
    const fields = [];
    const first = line;
    for (;;) {
      let field = '';
      if (text[at] === '"') {
        do {
          const close = text.indexOf('"', at + 1);
          if (close < 0) throw unquoted(first, text.slice(at, at + 100));
          field += (text[at - 1] === '"' ? '"' : '') + text.slice(at + 1, close);
          at = close + 1;
        } while (text[at] === '"');
        line += field.split('\n').length - 1;
      } else {
        plain.lastIndex = at;
        field = plain.exec(text)?.[0] ?? '';
        at += field.length;
      }
      fields.push(field);
      if (text[at] !== separator) break;
      at++;
    }
    end.lastIndex = at;
    const found = end.exec(text);
    if (!found) throw unquoted(first, text.slice(at, at + 100));
    at += found[0].length;
    line++;
    if (fields.length > 1 || fields[0]) yield { line: first, fields };
  }
}
