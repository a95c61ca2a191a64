/** Texts in UTF-16, which Excel's "Unicode text" and PowerShell write. */

/** Bytes of a packed file that certainly give those of a mark. */
const START = 4096;

/**
 * A text in UTF-8, plain, if a byte order mark says that it is in UTF-16; any other file as it is.
 * @param {File} file  plain or gzip
 * @returns {Promise<File>}
 */
export async function inUtf8(file) {
  const { head, isPacked, unpacked } = await streamsOf(file);
  const mark = isPacked ? await firstOf(unpacked(file.slice(0, START))) : head;
  const encoding = encodingOf(mark);
  if (encoding === 'utf-8') return file;
  const decoded = unpacked(file).pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
  return new File([await new Response(decoded).blob()], file.name, { lastModified: file.lastModified });
}

/**
 * All of a text in UTF-8 or UTF-16; null if it has more bytes than the limit, or is damaged.
 * @param {File} file  plain or gzip
 * @param {number} limit  of the bytes, unpacked
 */
export async function textOf(file, limit) {
  if (file.size > limit) return null;
  const plain = await inUtf8(file);
  const { unpacked } = await streamsOf(plain);
  const reader = unpacked(plain).getReader();
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > limit) return null;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return null;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * The start of a text.
 * @param {File} file  plain or gzip
 * @param {number} length  of the bytes, as they are stored
 */
export async function startOf(file, length) {
  const { isPacked, unpacked } = await streamsOf(file);
  const start = file.slice(0, length);
  const bytes = isPacked ? await firstOf(unpacked(start)) : new Uint8Array(await start.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/**
 * The encoding of a text, by its first bytes.
 * @param {Uint8Array} bytes
 */
function encodingOf(bytes) {
  return { '255,254': 'utf-16le', '254,255': 'utf-16be' }[bytes.subarray(0, 2).join()] ?? 'utf-8';
}

/**
 * The first bytes of a file, whether it is packed, and the way to unpack a part of it.
 * @param {File} file
 */
async function streamsOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const unpacked = (/** @type {Blob} */ part) =>
    isPacked ? part.stream().pipeThrough(new DecompressionStream('gzip')) : part.stream();
  return { head, isPacked, unpacked };
}

/**
 * The first chunk of a stream; empty if it cannot be read.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function firstOf(stream) {
  const reader = stream.getReader();
  const { value = new Uint8Array() } = await reader.read().catch(() => ({ value: undefined }));
  // The rest of a part is damaged, because the part is cut.
  reader.cancel().catch(() => {});
  return value;
}
