/** The pictures on the cards of findings: loaded for a page of cards at a time, from each dataset that they belong to. */

import { comparedItem } from '../state/index.js';

/**
 * @import { Page, PageRequest } from '../engine/protocol.js'
 * @import { Found } from '../session/checks.js'
 * @import { Compared } from '../state/index.js'
 * @import { Picture } from './item-pictures.js'
 *
 * @typedef {object} Source  of pictures: an open dataset
 * @property {string} name
 * @property {number} longest  elements of the longer side of an image
 * @property {Omit<PageRequest, 'items' | 'columns' | 'gapX' | 'gapY' | 'shrink'>} colours
 * @property {(request: PageRequest) => Promise<Page | null>} load
 */

/**
 * Pictures without their images.
 * @param {Compared} plan
 * @param {ArrayLike<number>} places
 * @param {(dataset: number) => Source | null} sourceOf
 * @returns {Picture[]}
 */
export function picturesAt(plan, places, sourceOf) {
  return Array.from(places, (place) => {
    const { dataset, item } = comparedItem(plan, place);
    const from = dataset === plan.sets[0].dataset ? '' : (sourceOf(dataset)?.name ?? '');
    return { place, dataset, item, from, label: null, image: null };
  });
}

/**
 * Pictures of images that were found to be similar.
 * @param {Found[]} found
 * @param {number} size  device pixels that the longer side of a picture needs, at most
 * @param {(dataset: number) => Source | null} sourceOf
 */
export async function picturesOf(found, size, sourceOf) {
  const places = found.map(({ place }) => place);
  const pictures = found.length ? picturesAt(found[0].plan, places, sourceOf) : [];
  await loadPictures(pictures, size, sourceOf);
  return pictures;
}

/**
 * Loads images and labels into pictures. Resolves to whether all were there.
 * @param {Picture[]} pictures
 * @param {number} size  device pixels that the longer side of a picture needs, at most
 * @param {(dataset: number) => Source | null} sourceOf
 */
export async function loadPictures(pictures, size, sourceOf) {
  const datasets = new Set(pictures.map(({ dataset }) => dataset));
  const loaded = await Promise.all(
    Array.from(datasets, async (dataset) => {
      const some = pictures.filter((picture) => picture.dataset === dataset);
      const source = sourceOf(dataset);
      if (!source) return true;
      const shrink = Math.max(1, Math.floor(source.longest / size));
      const items = Float64Array.from(some, ({ item }) => item);
      const page = await source.load({ ...source.colours, items, columns: 1, gapX: 0, gapY: 0, shrink });
      some.forEach((picture, index) => {
        picture.label = page?.labels[index] ?? null;
        picture.image = page?.image ? band(page.image, index, some.length) : null;
      });
      return page !== null && !page.missing;
    }),
  );
  return loaded.every(Boolean);
}

/**
 * One of the pictures that stand below each other in an image.
 * @param {ImageData} image
 * @param {number} index
 * @param {number} count
 */
function band({ data, width, height }, index, count) {
  const own = height / count;
  const size = 4 * width * own;
  return new ImageData(data.slice(index * size, (index + 1) * size), width, own);
}
