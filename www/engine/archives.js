/** Files that others come out of: archives, and packed files. */

import { baseName } from '../state/index.js';
import { isPictureName } from '../text/picture-names.js';
import { converted } from './conversion.js';
import { membersIn } from './members.js';
import { sourceOf, timeOf } from './source.js';

/**
 * @import { Engine } from './client.js'
 * @import { Found, Unpacked } from './convert.js'
 * @import { Watch } from './conversion.js'
 * @import { Entry } from './drops.js'
 * @import { Member } from './members.js'
 * @import { Fault, Place, Remote } from './protocol.js'
 *
 * @typedef {object} Inside  the files that come out of another
 * @property {Entry[]} files
 * @property {string[]} passed  the names of those that cannot be read
 * @property {number} unlisted  files that were not looked at
 * @property {Fault | null} damage  why it could not be read to its end
 */

/** Class names and notes: text that is read whole, and the limit of its bytes. */
const TEXT = { name: /\.txt$/i, size: 1 << 20 };
/** Limit of the files in an archive that are opened, pictures apart. */
const MOST = 1000;
/** The name that NumPy gives an array that has none. */
const UNNAMED = 'arr_0.npy';
/** The extensions of packed files, and short ones of packed archives. */
const PACKED = /\.(?:gz|xz|bz2?|zstd?|lz4|(t(?:xz|bz2?|zst)))$/i;
/** What comes out of a file if that is cancelled. @type {Inside} */
const NOTHING = { files: [], passed: [], unlisted: 0, damage: null };

/**
 * The files in an archive, named with it.
 * @param {Engine} engine
 * @param {Entry} archive
 * @param {'zip' | 'tar' | 'matlab' | 'pickle' | 'safetensors'} kind
 * @param {Watch} watch
 * @returns {Promise<Inside>}
 */
export async function filesIn(engine, { file, name, root = null, packed = '', archive = '' }, kind, watch) {
  /** @param {Member} member @param {boolean} [isSingle]  whether the file holds nothing else, and names it not */
  const from = (member, isSingle = false) => ({
    name: isSingle ? name : `${name}/${member.name}`,
    root,
    archive: archive || packed || name,
    isDamaged: member.cut,
  });
  const isPickle = kind === 'pickle';
  /** Members that were shown, all of each. */
  let shown = 0;
  /** Those that have come out of a packed archive, the last one in part. @param {Found} found @returns {Entry[]} */
  const named = ({ members, content }) => {
    const all = membersIn(members, content);
    const arrays = all.filter(({ name, readable }) => readable && !isPictureName(name) && !TEXT.name.test(name));
    const files = arrays.slice(shown, MOST).map((member) => ({
      // What an array of a pickle is called is known at the end.
      ...from(member, isPickle),
      file: sliceOf(content, timeOf(file), member),
      isWhole: member !== all.at(-1),
      // Its end is to come.
      isDamaged: false,
    }));
    shown += files.filter(({ isWhole }) => isWhole).length;
    return files;
  };
  const isShownEarly = kind === 'tar' || kind === 'matlab' || isPickle;
  const found = await converted(engine, watch, kind, /** @type {File} */ (file), isShownEarly ? { named } : {});
  if (!found) return NOTHING;
  const { unlisted, content, damage } = found;
  const members = membersIn(found.members, content);
  const early = found.early && membersIn(found.early, content)[0];
  // What was shown early in an archive keeps its name.
  const isSingle = (isPickle || !isShownEarly) && members.length === 1 && members[0].name === UNNAMED;
  const [pictures, others] = [true, false].map((are) =>
    members.filter(({ name, readable }) => readable && isPictureName(name) === are),
  );
  /** @type {Entry[]} */
  const files = [];
  // Notes on a host are fetched, one after the other.
  for (const member of others.slice(0, MOST))
    files.push({
      ...from(member, isSingle),
      file: await fileOf(content, timeOf(file), member),
      ...(member.offset === early?.offset && { formerName: name }),
    });
  const passed = members.filter(({ readable }) => !readable).map((member) => `${name}/${member.name}`);
  return {
    files: [...files, ...pictures.map((member) => pictureOf(content, file, member, from(member)))],
    passed,
    unlisted: unlisted + Math.max(0, others.length - MOST),
    damage,
  };
}

/**
 * The file that comes out of a packed one, named without the extension.
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {Watch} watch
 * @returns {Promise<Inside>}
 */
export async function unpackedIn(engine, { file, name: packed, root = null, archive }, watch) {
  const name = packed.replace(PACKED, (_, isTar) => (isTar ? '.tar' : ''));
  /** @param {Unpacked} unpacked @returns {Entry[]} */
  const named = ({ content, damage }) => [
    {
      file: new File([content], baseName(name), { lastModified: timeOf(file) }),
      name,
      root,
      packed,
      ...(archive && { archive }),
      isDamaged: damage !== null && damage.name !== 'UnpackTrailing',
    },
  ];
  const unpacked = await converted(engine, watch, 'unpack', file, { named });
  return unpacked ? { files: named(unpacked), passed: [], unlisted: 0, damage: unpacked.damage } : NOTHING;
}

/**
 * A stored file is a slice of the archive, a deflated one a slice in the frame of a gzip file, and an array one behind the
 * header of a NumPy array.
 * @param {Blob | Remote} content
 * @param {number} lastModified
 * @param {Member} member
 */
async function fileOf(content, lastModified, member) {
  const file = sliceOf(content, lastModified, member);
  const { name, length, head } = member;
  if (!TEXT.name.test(name) || length > TEXT.size) return file;
  const text = file instanceof File ? file : new Blob([await bytesOf(file)]);
  return new File([head.length ? await unpacked(text) : text], name, { lastModified });
}

/**
 * @param {Remote} file
 * @returns {Promise<BlobPart>}
 */
async function bytesOf(file) {
  const source = sourceOf(file);
  try {
    return /** @type {BlobPart} */ (await source.read(0, file.size ?? 0));
  } finally {
    source.close();
  }
}

/**
 * A picture in an archive. There may be many, and a file of the browser's takes long to make.
 * @param {Blob | Remote} content
 * @param {Place} archive
 * @param {Member} member
 * @param {Omit<Entry, 'file'>} from
 * @returns {Entry}
 */
function pictureOf(content, archive, member, from) {
  const { offset, length, head, tail } = member;
  return {
    ...from,
    part: { content, offset, length, frame: [head, tail] },
    get file() {
      return sliceOf(content, timeOf(archive), member);
    },
  };
}

/**
 * @param {Blob | Remote} content
 * @param {number} lastModified
 * @param {Member} member
 * @returns {Place}
 */
function sliceOf(content, lastModified, { name, offset, length, head, tail }) {
  if (!(content instanceof Blob)) {
    const size = head.length + length + tail.length;
    return { ...content, name, size, member: { offset, length, head, tail, total: content.size } };
  }
  const parts = [head, content.slice(offset, offset + length), tail].map((part) => /** @type {BlobPart} */ (part));
  return new File(parts, name, { lastModified });
}

/**
 * The start of a small gzip file, unpacked, as far as it can be.
 * @param {Blob} file
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
