/** Archives: each file in one as a file of its own, without a copy of its bytes. */

/**
 * @import { Engine } from './client.js'
 * @import { Member } from './protocol.js'
 *
 * @typedef {{ file: File, name: string, root: FileSystemHandle | null, archive: string }} Inside  a file in an archive,
 *   named with the archive, whose own name is `archive`
 */

/** Class names and notes: text that is read whole, and the limit of its bytes. */
const TEXT = { name: /\.txt$/i, size: 1 << 20 };
/** The name that NumPy gives an array that has none. */
const UNNAMED = 'arr_0.npy';

/**
 * The files in an archive that can be read, and the names of the others.
 * @param {Engine} engine
 * @param {{ file: File, name: string, root: FileSystemHandle | null }} archive
 * @returns {Promise<{ files: Inside[], passed: string[], unlisted: number }>}
 */
export async function filesIn(engine, { file: archive, name, root }) {
  const { members, unlisted } = await engine.call('members', archive);
  const isSingle = members.length === 1 && members[0].name === UNNAMED;
  const readable = members.filter(({ readable }) => readable);
  const files = readable.map(async (member) => ({
    file: await fileOf(archive, member),
    name: isSingle ? name : `${name}/${member.name}`,
    root,
    archive: name,
  }));
  const passed = members.filter(({ readable }) => !readable).map((member) => `${name}/${member.name}`);
  return { files: await Promise.all(files), passed, unlisted };
}

/**
 * A stored file is a slice of the archive, and a deflated one a slice in the frame of a gzip file.
 * @param {File} archive
 * @param {Member} member
 */
async function fileOf(archive, { name, offset, length, head, tail }) {
  const { lastModified } = archive;
  const parts = [head, archive.slice(offset, offset + length), tail].map((part) => /** @type {BlobPart} */ (part));
  const file = new File(parts, name, { lastModified });
  if (!head.length || !TEXT.name.test(name) || length > TEXT.size) return file;
  return new File([await unpacked(file)], name, { lastModified });
}

/**
 * The start of a small gzip file, unpacked, as far as it can be.
 * @param {File} file
 */
async function unpacked(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  try {
    for (let size = 0; size <= TEXT.size; ) {
      const { value, done } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // It is damaged, which matters little to notes.
  }
  return new Blob(chunks);
}
