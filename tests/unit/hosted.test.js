/** Files on hosts that others come out of: blocks, files in archives there, and files that have to be here as a whole. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { filesIn } from '../../www/engine/archives.js';
import { BlockSource } from '../../www/engine/block-source.js';
import { conversionMethods } from '../../www/engine/converting.js';
import { download } from '../../www/engine/download.js';
import { addressIn, wholeOf } from '../../www/engine/files.js';
import { sourceOf } from '../../www/engine/source.js';
import { done, packed, stepping, WATCH } from './steps.js';

const BYTES = Uint8Array.from({ length: 3 << 20 }, (_, at) => at % 251);
const { fetch } = globalThis;
/** The ranges that the host was asked for. @type {string[]} */
let asked = [];

beforeEach(() => {
  asked = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ _url, /** @type {any} */ { headers: { Range = '' } }) => {
      asked.push(Range);
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(Range)?.map(Number) ?? [];
      if (last === undefined) return new Response(BYTES);
      const headers = { 'Content-Range': `bytes ${first}-${last}/${BYTES.length}` };
      return new Response(BYTES.slice(first, last + 1), { status: 206, headers });
    }
  );
});
afterEach(() => {
  globalThis.fetch = fetch;
});

/** The file on the host, with or without ranges. @param {boolean} ranges @returns {any} */
const remote = (ranges) => ({
  url: 'http://host/a.zip',
  name: 'a.zip',
  size: ranges ? BYTES.length : null,
  etag: null,
  ranges,
});

test('reads that lie close together are one request, and one far away asks for little', async () => {
  /** @type {[number, number][]} */
  const reads = [];
  const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
    reads.push([offset, length]);
    return BYTES.slice(offset, offset + length);
  };
  const source = new BlockSource({ size: BYTES.length, read, close() {} });
  for (const offset of [0, 512, 100_000, 131_000, 500_000, 2_500_000, 100])
    assert.deepEqual(await source.read(offset, 400), BYTES.slice(offset, offset + 400));
  assert.deepEqual(reads, [
    [0, 1 << 17],
    [131_000, 1 << 20],
    [2_500_000, 1 << 17],
    [100, 1 << 17],
  ]);
  assert.deepEqual(await source.read(BYTES.length - 9, 100), BYTES.slice(-9));
});

test('a file in an archive on a host is read in its frame, and a note is fetched', async () => {
  const [head, tail] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
  const none = new Uint8Array();
  const member = { name: 'x', offset: 1000, length: 10, head, tail, readable: true, cut: false };
  const note = { ...member, name: 'classes.txt', head: none, tail: none };
  const beyond = { ...note, name: 'tensor.npy', offset: BYTES.length };
  const found = { members: packed([member, note, beyond]), unlisted: 0, content: remote(true), damage: null };
  const archive = { file: remote(true), name: 'a.zip' };
  const { files, passed } = await filesIn(stepping(done(found)), archive, 'zip', WATCH);
  const [{ file }, { file: text }] = files;
  assert.deepEqual([files.length, passed], [2, ['a.zip/tensor.npy']]);
  assert.ok(text instanceof File);
  assert.deepEqual(new Uint8Array(await text.arrayBuffer()), BYTES.slice(1000, 1010));
  assert.deepEqual([file.name, file.size], ['x', 15]);
  const source = sourceOf(file);
  const whole = Uint8Array.of(...head, ...BYTES.slice(1000, 1010), ...tail);
  assert.deepEqual(await source.read(0, 100), whole);
  for (const offset of whole.keys())
    for (const length of [1, 4, 11])
      assert.deepEqual(await source.read(offset, length), whole.slice(offset, offset + length));
  assert.deepEqual(await source.read(15, 10), none);
  source.close();
});

/** @param {ReturnType<typeof download>} downloading */
async function downloaded(downloading) {
  const shares = [];
  for (;;) {
    const { value, done } = await downloading.next();
    if (done) return { file: value, shares };
    shares.push(value);
  }
}

test('a file is fetched as a whole, in parts or at once', async () => {
  for (const ranges of [true, false]) {
    asked = [];
    const { file, shares } = await downloaded(download(remote(ranges)));
    assert.deepEqual([file.name, file.size, file.lastModified], ['a.zip', BYTES.length, 0]);
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), BYTES);
    assert.equal(shares.at(-1), ranges ? 1 : 0);
    if (!ranges) assert.deepEqual(asked, ['']);
  }
});

test('no more is fetched than the limit, whatever the host promises', async () => {
  const fault = { name: 'DownloadLimit', expected: 1 << 20 };
  await assert.rejects(downloaded(download(remote(false), 1 << 20)), fault);
  asked = [];
  await assert.rejects(downloaded(download(remote(true), 1 << 20)), fault);
  assert.deepEqual(asked, []);
});

test('a conversion answers and ends while its host is silent', async () => {
  /** @type {(response: Response) => void} */
  let answer = () => {};
  globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  await conversionMethods.beginConversion('download', remote(false), false);
  assert.deepEqual(await conversionMethods.stepConversion(true), {
    share: 0,
    soFar: null,
    isDone: false,
    result: null,
  });
  await conversionMethods.endConversion();
  await assert.rejects(conversionMethods.stepConversion(true), { message: 'no conversion was begun' });
  // Too late.
  answer(new Response(BYTES));
});

test('an address leads into a file', () => {
  const link = { address: 'data/a.tar.xz', name: 'a.tar' };
  assert.equal(addressIn(link, 'a.tar'), 'data/a.tar.xz');
  assert.equal(addressIn(link, 'a.tar/set/x.npy'), 'data/a.tar.xz#set/x.npy');
  assert.equal(wholeOf('data/a.tar.xz#set/x.npy'), 'data/a.tar.xz');
});
