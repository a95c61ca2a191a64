/**
 * The start of what is in gzip data, as far as it can be inflated, and hardly more than so many bytes.
 * @param {Blob} packed
 * @param {number} most
 */
export async function inflated(packed, most) {
  const reader = packed.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  try {
    for (let size = 0; size <= most; ) {
      const { value, done } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // It is damaged. Whoever reads it sees how far it goes.
  }
  return new Blob(chunks);
}
