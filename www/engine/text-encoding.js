/** Texts in UTF-16, which Excel's "Unicode text" and PowerShell write. */

/** Bytes of a packed file that certainly give those of a mark. */
const START = 4096;

/**
 * A text in UTF-8, plain, if a byte order mark says that it is in UTF-16; any other file as it is.
 * @param {File} file  plain or gzip
 * @returns {Promise<File>}
 */
export async function inUtf8(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const unpacked = (/** @type {Blob} */ part) =>
    isPacked ? part.stream().pipeThrough(new DecompressionStream('gzip')) : part.stream();
  const mark = isPacked ? await firstOf(unpacked(file.slice(0, START))) : head;
  const encoding = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[mark.slice(0, 2).join()];
  if (!encoding) return file;
  const decoded = unpacked(file).pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
  return new File([await new Response(decoded).blob()], file.name, { lastModified: file.lastModified });
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
