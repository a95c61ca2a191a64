/**
 * Bytes as hexadecimal digits.
 * @param {ArrayLike<number>} bytes
 * @param {string} [separator]
 */
export function hex(bytes, separator = ' ') {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(separator);
}
