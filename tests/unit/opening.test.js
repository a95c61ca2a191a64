/** Files that were taken in, and the datasets that are made of them. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { versionOf } from '../../www/engine/files.js';
import { Opening } from '../../www/engine/opening.js';

/** A library with a dataset in view, and an opening that takes in what `intake` says. */
function library(/** @type {(growing: any, library: any) => Promise<object>} */ intake) {
  const named = /** @type {string[]} */ ([]);
  const made = /** @type {string[]} */ ([]);
  /** @type {any[]} */
  const tallies = [];
  const dataset = (/** @type {number} */ id, /** @type {any[]} */ files) => ({
    id,
    name: String(id),
    record: { id },
    files: { images: files[0] ?? null, labels: null },
    statuses: { now: { images: null } },
    holds: (/** @type {any} */ file) => files.includes(file),
    resume: () => {},
    grow: () => {},
  });
  const collection = {
    /** @type {any[]} */
    datasets: [dataset(1, [])],
    async arrange(/** @type {any[]} */ opened) {
      const changed = opened.map((file) => dataset(2, [file]));
      made.push(...opened.map(({ name }) => name));
      collection.datasets.push(...changed);
      return changed;
    },
  };
  const files = {
    /** @type {any[]} */
    all: [],
    async add(/** @type {any} */ { name, place }, /** @type {any} */ { grows }) {
      const status = { shape: [place.size, 8, 8], isNumpy: false, items: place.size };
      const file = { name, role: 'images', place, version: versionOf(place), status, grows, isCut: false };
      files.all.push(file);
      return file;
    },
    async replace(/** @type {any} */ known, /** @type {any} */ { place }, /** @type {boolean} */ grows) {
      Object.assign(known, { place, grows });
    },
  };
  const nothing = {
    mappings: [],
    lists: [],
    passed: [],
    unlisted: 0,
    replaced: [],
    refusals: [],
    partial: 0,
    unread: 0,
  };
  const parts = /** @type {any} */ ({
    engines: { endConversions: () => {}, read: async () => {} },
    files,
    collection,
    mappings: {
      name: async (/** @type {any[]} */ _, /** @type {any[]} */ mappings, /** @type {any[]} */ atHand) => {
        for (const { name } of mappings) named.push(`${name} of ${atHand.map(({ id }) => id)}`);
      },
    },
    intake: {
      take: async (
        /** @type {any} */ _,
        /** @type {any} */ _sample,
        /** @type {any} */ _cancelled,
        /** @type {any} */ growing,
      ) => ({
        ...nothing,
        opened: [],
        ...(await intake(growing, { collection })),
      }),
    },
    predictions: { takeLabels: async () => ({ name: 'PredictionOther' }), takeAll: async () => 0 },
    dispatch: (/** @type {any} */ event) => event.type === 'tally' && tallies.push(event.tally),
    reportFault: () => {},
    publish: () => {},
  });
  return { opening: new Opening(parts), collection, made, named, tallies };
}

const origin = (/** @type {number} */ size) => /** @type {any} */ ({ name: 'images', place: { size } });

/** A conversion whose images grow and end, with class names. */
async function converted(/** @type {any} */ growing) {
  await growing.take([origin(100)], []);
  const known = await growing.complete(origin(350));
  return { opened: [known], mappings: [{ name: 'classes' }] };
}

test('a dataset that was shown while it was converted stays, and gets its class names', async () => {
  const { opening, made, named, tallies } = library((growing) => converted(growing));
  await opening.add([], 1, '', () => false);
  assert.deepEqual([made, named], [['images', 'images'], ['classes of 2']]);
  assert.equal(tallies[0].opened, 2);
});

test('a dataset that is closed when its conversion has ended stays closed, and names no other', async () => {
  const { opening, collection, made, named, tallies } = library(async (growing, { collection }) => {
    const taken = await converted(growing);
    collection.datasets = collection.datasets.filter((/** @type {any} */ { id }) => id === 1);
    return taken;
  });
  assert.equal(await opening.add([], 1, '', () => false), null);
  assert.deepEqual([made, named], [['images'], []]);
  assert.deepEqual(
    collection.datasets.map(({ id }) => id),
    [1],
  );
  assert.equal(tallies[0].opened, 0);
});
