/** Reads the bytes to find that users type. */

/**
 * Pairs of hexadecimal digits, with or without spaces; else the text itself, or the text in quotes. Null if there is none.
 * @param {string} typed
 */
export function bytePattern(typed) {
  const text = typed.trim();
  const digits = text.replace(/^0x/i, '').replace(/\s/g, '');
  if (/^([\da-f]{2})+$/i.test(digits)) return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const [, quoted] = /^"(.+)"$/.exec(text) ?? [];
  return text ? new TextEncoder().encode(quoted ?? text) : null;
}
