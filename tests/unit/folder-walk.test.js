import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FolderWalk, MAX_FILES } from '../../www/ui/folder-walk.js';

/** @param {string} path */
const file = (path) => ({ isFile: true, fullPath: path, file: (/** @type {Function} */ resolve) => resolve(path) });

/**
 * A folder that hands out its entries a hundred at a time, as browsers do.
 * @param {string} path
 * @param {object[]} entries
 */
function folder(path, entries) {
  const rest = [...entries];
  const readEntries = (/** @type {Function} */ resolve) => resolve(rest.splice(0, 100));
  return { isFile: false, fullPath: path, createReader: () => ({ readEntries }) };
}

/**
 * @param {object} entry
 * @param {AbortController} [abort]
 * @param {(files: number) => void} [onfound]
 */
async function walked(entry, abort = new AbortController(), onfound = () => {}) {
  const walk = new FolderWalk(abort.signal, onfound);
  return { files: await walk.files(/** @type {any} */ (entry)), failures: walk.failures };
}

test('files in folders are named with their paths, without hidden ones', async () => {
  const inner = folder('/data/raw', [file('/data/raw/labels'), file('/data/raw/.DS_Store')]);
  const { files } = await walked(
    folder('/data', [file('/data/images'), inner, folder('/data/__MACOSX', [file('/x')])]),
  );
  assert.deepEqual(
    files.map(({ name }) => name),
    ['data/images', 'data/raw/labels'],
  );
});

test('an unreadable file is reported, and the others are found', async () => {
  const locked = {
    isFile: true,
    fullPath: '/data/locked',
    file: (/** @type {Function} */ _, /** @type {Function} */ reject) =>
      reject(new DOMException('no', 'NotReadableError')),
  };
  const { files, failures } = await walked(folder('/data', [locked, file('/data/images')]));
  assert.equal(files.length, 1);
  assert.deepEqual(failures, [{ name: 'data/locked', fault: { name: 'NotReadableError', message: 'no' } }]);
});

test('a walk through a huge folder ends soon after the limit', async () => {
  const counts = /** @type {number[]} */ ([]);
  const names = Array.from({ length: 3 * MAX_FILES }, (_, index) => file(`/data/${index}`));
  const { files } = await walked(folder('/data', names), undefined, (found) => counts.push(found));
  assert.ok(files.length > MAX_FILES && files.length <= MAX_FILES + 100, `${files.length} files`);
  assert.deepEqual(counts.slice(0, 3), [1, 2, 3]);
});

test('a cancelled walk goes no further', async () => {
  const abort = new AbortController();
  const names = Array.from({ length: 1000 }, (_, index) => file(`/data/${index}`));
  const { files } = await walked(folder('/data', names), abort, (found) => found === 150 && abort.abort());
  assert.ok(files.length >= 150 && files.length <= 200, `${files.length} files`);
});
