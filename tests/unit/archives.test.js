/** The files in an archive as files of their own, and what a drop with archives comes to. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { filesIn, unpackedIn } from '../../www/engine/archives.js';
import { Intake } from '../../www/engine/intake.js';
import { converting, done, half, packed, stepping, WATCH } from './steps.js';

const NOTE = 'class names';
const PACKED = deflateRawSync(NOTE);
/** The frame of a gzip file of the note: its checksum and its length. */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const TAIL = Uint8Array.of(0x62, 0xd7, 0x90, 0xee, NOTE.length, 0, 0, 0);

/** An engine that knows these files in any archive. */
const engine = (members, unlisted = 0) =>
  stepping(done({ members: packed(members), unlisted, content: archive, damage: null }));
const member = (name, offset, length, readable = true) => ({ name, offset, length, readable });
const archive = new File([new Blob(['head', 'stored', PACKED])], 'data.zip', { lastModified: 7 });

test('a stored file is a slice, and a deflated one a gzip file', async () => {
  const deflated = { ...member('b.npy', 10, PACKED.length), head: HEAD, tail: TAIL };
  const members = [member('a/x.npy', 4, 6), deflated, member('c', 0, 1, false)];
  const found = await filesIn(engine(members, 5), { file: archive, name: 'folder/data.zip' }, 'zip', WATCH);
  assert.deepEqual(
    found.files.map(({ name, archive }) => [name, archive]),
    [
      ['folder/data.zip/a/x.npy', 'folder/data.zip'],
      ['folder/data.zip/b.npy', 'folder/data.zip'],
    ],
  );
  assert.equal(await found.files[0].file.text(), 'stored');
  assert.equal(found.files[0].file.lastModified, 7);
  const bytes = new Uint8Array(await found.files[1].file.arrayBuffer());
  assert.deepEqual([...bytes], [...HEAD, ...PACKED, ...TAIL]);
  assert.deepEqual([found.passed, found.unlisted], [['folder/data.zip/c'], 5]);
});

const tar = (engine, watch = {}) =>
  filesIn(engine, { file: archive, name: 'a.tar', packed: 'a.tar.xz' }, 'tar', { ...WATCH, ...watch });

test('the files of a tar archive are slices of it, or of what came out of it', async () => {
  const members = [member('x', 4, 6), member('sparse', 10, 1, false)];
  const found = (content) => done({ members: packed(members), unlisted: 2, content, damage: null });
  const shares = [];
  const engine = stepping(half, found(archive));
  const plain = await tar(engine, { onprogress: (share) => shares.push(share) });
  assert.deepEqual(
    [plain.files.map(({ name, archive }) => [name, archive]), plain.passed, plain.unlisted],
    [[['a.tar/x', 'a.tar.xz']], ['a.tar/sparse'], 2],
  );
  assert.equal(await plain.files[0].file.text(), 'stored');
  assert.deepEqual([shares, engine.calls], [[0.5], ['beginConversion', 'stepConversion', 'stepConversion']]);
  const unpacked = await tar(stepping(found(new Blob(['0123packed']))));
  assert.equal(await unpacked.files[0].file.text(), 'packed');
});

test('an array is a slice behind its header', async () => {
  const array = { ...member('x.npy', 4, 6), head: new TextEncoder().encode('header ') };
  const engine = stepping(done({ members: packed([array]), unlisted: 0, content: archive, damage: null }));
  const { files } = await filesIn(engine, { file: archive, name: 'a.safetensors' }, 'safetensors', WATCH);
  assert.deepEqual([files[0].name, await files[0].file.text()], ['a.safetensors/x.npy', 'header stored']);
});

test('a tar archive that is cancelled gives no files', async () => {
  const engine = stepping(half);
  assert.deepEqual((await tar(engine, { isCancelled: () => true })).files, []);
  assert.deepEqual(engine.calls, ['beginConversion', 'stepConversion', 'endConversion']);
});

test('what comes out of a packed file has its name without the extension', async () => {
  const unpacked = async (name, damage = null) => {
    const packed = new File([], name, { lastModified: 7 });
    const content = new Blob(['data']);
    return unpackedIn(stepping(half, done({ content, damage })), { file: packed, name: `folder/${name}` }, WATCH);
  };
  const { files, damage } = await unpacked('train-images.xz');
  const [{ file, name, packed, isDamaged }] = files;
  assert.deepEqual([name, packed, isDamaged, damage], ['folder/train-images', 'folder/train-images.xz', false, null]);
  assert.deepEqual([file.name, file.lastModified, await file.text()], ['train-images', 7, 'data']);
  for (const [from, to] of Object.entries({
    'a.tar.zst': 'a.tar',
    'a.TBZ2': 'a.tar',
    'a.txz': 'a.tar',
    'a.zst.csv.bz2': 'a.zst.csv',
    'no-extension': 'no-extension',
  }))
    assert.equal((await unpacked(from)).files[0].file.name, to);
  const cut = await unpacked('a.bz2', { name: 'UnpackEnd', offset: 9 });
  assert.deepEqual([cut.files[0].isDamaged, cut.damage.name], [true, 'UnpackEnd']);
});

test('an array without a name has that of its archive', async () => {
  const names = async (...members) =>
    (await filesIn(engine(members), { file: archive, name: 'imgs.npz' }, 'zip', WATCH)).files.map(({ name }) => name);
  assert.deepEqual(await names(member('arr_0.npy', 0, 1)), ['imgs.npz']);
  assert.deepEqual(await names(member('x.npy', 0, 1)), ['imgs.npz/x.npy']);
  assert.deepEqual(await names(member('arr_0.npy', 0, 1), member('arr_1.npy', 1, 1)), [
    'imgs.npz/arr_0.npy',
    'imgs.npz/arr_1.npy',
  ]);
});

test('the array of a pickle that is shown early says so at the end', async () => {
  const members = packed([member('y.npy', 0, 1), member('x.npy', 1, 3)]);
  const early = packed([member('arr_0.npy', 1, 2)]);
  const found = { members, unlisted: 0, content: archive, damage: null, early };
  const soFar = { ...found, members: early };
  const engine = stepping({ share: 0.5, soFar, isDone: false, result: null }, done(found));
  /** @type {string[][]} */
  const shown = [];
  const onfiles = async (/** @type {any[]} */ files) => void shown.push(files.map(({ name }) => name));
  const { files } = await filesIn(engine, { file: archive, name: 'a.pkl.gz' }, 'pickle', { ...WATCH, onfiles });
  assert.deepEqual(shown, [['a.pkl.gz']]);
  assert.deepEqual(
    files.map(({ name, formerName }) => [name, formerName]),
    [
      ['a.pkl.gz/y.npy', undefined],
      ['a.pkl.gz/x.npy', 'a.pkl.gz'],
    ],
  );
});

test('short texts are unpacked, as far as they can be', async () => {
  const text = async (length, tail) => {
    const note = { ...member('mapping.txt', 10, length), head: HEAD, tail };
    const { files } = await filesIn(engine([note]), { file: archive, name: 'data.zip' }, 'zip', WATCH);
    return files[0].file.text();
  };
  assert.equal(await text(PACKED.length, TAIL), NOTE);
  // A damaged one is opened as far as it goes, like any file.
  assert.notEqual(await text(3, TAIL), NOTE);
});

/** An intake whose engine finds these files in archives, and which opens files that start with a digit. */
function intake(inside) {
  const events = [];
  const files = {
    inspect: async ({ name, archive }, refuse) => {
      const last = name.split('/').at(-1);
      if (/^\d+$/.test(last)) return { name, archive };
      const kinds = { zip: 'Zip', tar: 'Tar', xz: 'Xz', pkl: 'Pickle' };
      const others = last.startsWith('texts') ? 'NpyTexts' : last.startsWith('bad') ? 'NpyHeader' : 'Text';
      const kind = kinds[last.split('.').at(-1)] ?? others;
      refuse(`refused:${name}`, name, { name: kind, head: [1] });
      return null;
    },
  };
  const engine = converting((kind, { name }) => {
    const faults = { tar: 'TarEnd', unpack: 'UnpackEnd', pickle: 'PickleEnd' };
    const damage = name.startsWith('cut') && faults[kind] ? { name: faults[kind], offset: 9 } : null;
    if (kind === 'unpack') return { content: new Blob(), damage };
    if (name === 'texts-long') throw Object.assign(new Error('too long'), { name: 'NpyTextLength', found: 300 });
    const names = ['a.png', 'b.png'].map((text, at) => [at, text]);
    if (kind === 'texts') return { labels: null, items: 0, missing: 0, names };
    if (!inside[name]) throw Object.assign(new Error('no end'), { name: 'ZipEnd' });
    const members = inside[name].map((member_) => member(member_, 0, 1));
    return { members: packed(members), unlisted: 0, content: new Blob(), damage };
  });
  const mappings = { read: async () => null, create: () => ({}) };
  return {
    intake: new Intake(
      () => engine,
      files,
      mappings,
      (event) => events.push(event),
      () => [],
    ),
    events,
  };
}

test('the files in archives come after the others, and only damaged ones are reported', async () => {
  const { intake: taking, events } = intake({ 'a.zip': ['1', 'note', 'bad', 'b.zip'], 'empty.zip': ['note'] });
  const entries = ['a.zip', '2', 'empty.zip', 'cut.zip'].map((name) => ({ file: new File([], name), name }));
  const taken = await taking.take(entries, '', () => false);
  assert.deepEqual(
    taken.opened.map(({ name }) => name),
    ['2', 'a.zip/1'],
  );
  assert.deepEqual(taken.passed, ['a.zip/note', 'a.zip/b.zip']);
  const reports = taken.refusals.map(({ report: [, file, { name, head, names }] }) => [file, name, head, names]);
  assert.deepEqual(reports, [
    ['cut.zip', 'ZipEnd', [1], undefined],
    ['a.zip/bad', 'NpyHeader', [1], undefined],
    ['empty.zip', 'ZipOther', [1], ['note']],
  ]);
  assert.equal(
    events.reduce((sum, { by }) => sum + by, 0),
    0,
  );
});

test('an archive without data has one message', async () => {
  const { intake: taking } = intake({ 'notes.tar': ['one', 'two'], 'bad.tar': ['bad', 'note'] });
  const entries = ['notes.tar', 'bad.tar'].map((name) => ({ file: new File([], name), name }));
  const { refusals, passed, unread } = await taking.take(entries, '', () => false);
  assert.deepEqual(
    refusals.map(({ report: [, file, { names }] }) => [file, names]),
    [
      ['bad.tar/bad', undefined],
      ['notes.tar', ['one', 'two']],
    ],
  );
  assert.deepEqual([passed, unread], [['bad.tar/note'], 0]);
});

test('files that "Cancel" leaves out are counted', async () => {
  const { intake: taking } = intake({});
  const entries = ['1', '2', '3', '4.png'].map((name) => ({ file: new File([], name), name }));
  let left = 3;
  const { opened, unread } = await taking.take(entries, '', () => --left < 0);
  assert.equal(opened.length + unread, 4);
  assert.ok(unread > 0 && opened.length > 0);
});

test('the files before the damage of a tar archive are opened, and it is reported', async () => {
  const { intake: taking } = intake({ 'a.tar': ['1'], 'cut.tar': ['2'], 'cut2.tar': [], 'empty.tar': [] });
  const entries = ['a.tar', 'cut.tar', 'cut2.tar', 'empty.tar'].map((name) => ({ file: new File([], name), name }));
  const taken = await taking.take(entries, '', () => false);
  assert.deepEqual(
    taken.opened.map(({ name }) => name),
    ['a.tar/1', 'cut.tar/2'],
  );
  assert.deepEqual(
    taken.refusals.map(({ report: [, file, { name, head }] }) => [file, name, head]),
    [
      ['cut.tar', 'TarEnd', [1]],
      ['cut2.tar', 'TarEnd', [1]],
      ['empty.tar', 'TarOther', [1]],
    ],
  );
});

test('a packed file is unpacked once, and has one alert', async () => {
  const { intake: taking } = intake({ 'cut.tar': ['2'], 'a.tar': ['note'] });
  const names = ['1.xz', 'cut.tar.xz', 'cut.xz', 'twice.xz.xz', 'a.tar.xz', 'cut-note.zip'];
  const entries = names.map((name) => ({ file: new File([], name), name }));
  const taken = await taking.take(entries, '', () => false);
  assert.deepEqual(
    taken.opened.map(({ name, archive }) => [name, archive]),
    [
      ['1', '1.xz'],
      ['cut.tar/2', 'cut.tar.xz'],
    ],
  );
  assert.deepEqual(
    taken.refusals.map(({ report: [, file, { name }] }) => [file, name]),
    [
      ['cut.tar.xz', 'UnpackEnd'],
      ['cut.xz', 'UnpackEnd'],
      ['twice.xz', 'Xz'],
      ['cut-note.zip', 'ZipEnd'],
      ['a.tar', 'TarOther'],
    ],
  );
});

test('pickles in archives are read, and those without arrays are only named', async () => {
  const { intake: taking } = intake({
    'a.tar': ['batch.pkl', 'meta.pkl'],
    'b.zip': ['cut.pkl'],
    'batch.pkl': ['1'],
    'meta.pkl': [],
    'cut.pkl': [],
  });
  const entries = ['a.tar', 'b.zip'].map((name) => ({ file: new File([], name), name }));
  const taken = await taking.take(entries, '', () => false);
  assert.deepEqual(
    taken.opened.map(({ name, archive }) => [name, archive]),
    [['a.tar/batch.pkl/1', 'a.tar']],
  );
  assert.deepEqual(taken.passed, ['a.tar/meta.pkl']);
  // The archive needs no alert of its own.
  assert.deepEqual(
    taken.refusals.map(({ report: [, file, { name }] }) => [file, name]),
    [['b.zip/cut.pkl', 'PickleEnd']],
  );
});

test('texts that exceed a limit are reported in archives, too, and names of items only alone', async () => {
  const { intake: taking } = intake({ 'a.zip': ['1', 'texts-long', 'texts-names'] });
  const take = (name) => taking.take([{ file: new File([], name), name }], '', () => false);
  const faults = ({ refusals }) =>
    refusals.map(({ report: [, file, { name, found, head }] }) => [file, name, found, head]);
  const inside = await take('a.zip');
  assert.deepEqual(faults(inside), [['a.zip/texts-long', 'NpyTextLength', 300, [1]]]);
  assert.deepEqual(inside.passed, ['a.zip/texts-names']);
  assert.deepEqual(faults(await take('texts-names')), [['texts-names', 'NpyTextsDiffer', 2, [1]]]);
});

test('an archive that is not inspected to its end is not called empty', async () => {
  const { intake: taking } = intake({ 'a.zip': ['note', '1'] });
  const entries = [{ file: new File([], 'a.zip'), name: 'a.zip' }];
  let isCancelled = false;
  const taking_ = taking.take(entries, '', () => isCancelled);
  isCancelled = true;
  assert.deepEqual((await taking_).refusals, []);
});
