/** Archives: each file in one as a file of its own. Its bytes are copied only out of a gzip archive. */

/**
 * @import { Engine } from './client.js'
 * @import { Fault, Member } from './protocol.js'
 *
 * @typedef {object} Watch  who waits for an archive
 * @property {() => boolean} isCancelled
 * @property {(share: number) => void} onprogress  the share of it that has been read
 *
 * @typedef {object} Found  what an archive holds
 * @property {Member[]} members
 * @property {number} unlisted  files that were not looked at
 * @property {Blob} content  that the members are in
 * @property {Fault | null} damage  why it could not be read to its end
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
 * @param {boolean} isTar
 * @param {Watch} watch
 * @returns {Promise<{ files: Inside[], passed: string[], unlisted: number, damage: Fault | null }>}
 */
export async function filesIn(engine, { file: archive, name, root }, isTar, watch) {
  const { members, unlisted, content, damage } = await (isTar
    ? readTar(engine, archive, watch)
    : readZip(engine, archive));
  const isSingle = members.length === 1 && members[0].name === UNNAMED;
  const readable = members.filter(({ readable }) => readable);
  const files = readable.map(async (member) => ({
    file: await fileOf(content, archive.lastModified, member),
    name: isSingle ? name : `${name}/${member.name}`,
    root,
    archive: name,
  }));
  const passed = members.filter(({ readable }) => !readable).map((member) => `${name}/${member.name}`);
  return { files: await Promise.all(files), passed, unlisted, damage };
}

/**
 * @param {Engine} engine
 * @param {File} archive
 * @returns {Promise<Found>}
 */
async function readZip(engine, archive) {
  return { ...(await engine.call('members', archive)), content: archive, damage: null };
}

/**
 * Reads a tar archive for a while at a time, so that others can be answered, and it can be cancelled.
 * @param {Engine} engine
 * @param {File} archive
 * @param {Watch} watch
 * @returns {Promise<Found>}
 */
async function readTar(engine, archive, { isCancelled, onprogress }) {
  await engine.call('beginTar', archive);
  for (;;) {
    const reading = await engine.call('readTar');
    if (reading?.found) return { ...reading.found, content: reading.found.content ?? archive };
    if (!reading || isCancelled()) break;
    onprogress(reading.share);
  }
  await engine.call('endTar');
  return { members: [], unlisted: 0, content: archive, damage: null };
}

/**
 * A stored file is a slice of the archive, and a deflated one a slice in the frame of a gzip file.
 * @param {Blob} content
 * @param {number} lastModified
 * @param {Member} member
 */
async function fileOf(content, lastModified, { name, offset, length, head, tail }) {
  const parts = [head, content.slice(offset, offset + length), tail].map((part) => /** @type {BlobPart} */ (part));
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
