/** What the page knows of a dataset. */

import { printOf } from './files.js';

/**
 * @import { DatasetRecord } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { Known } from './files.js'
 * @import { Status } from './protocol.js'
 */

/** Bytes of an array whose last dimension can come first. */
const MAX_MOVED = 2 ** 31;

/**
 * @param {Dataset} dataset
 * @param {number} budget  bytes of unpacked items that each file keeps in memory
 * @returns {DatasetRecord}
 */
export function recordOf(dataset, budget) {
  const { id, name, linkName, paired, pairedByCount, expectsLabels } = dataset;
  const { mapping, part, statuses, predictions, grows } = dataset;
  const { images, labels } = dataset.files;
  // A link names the file, then the array in it.
  const whole = part?.whole;
  return {
    id,
    name,
    images: images?.id ?? null,
    labels: labels?.id ?? null,
    statuses: statuses.now,
    paired,
    pairedByCount: (pairedByCount || (!!images && !!labels?.predictedIn)) && !paired,
    showsPredictions: !!labels?.predictedIn,
    mapping,
    labelColumns: labels?.columns ?? [],
    pictureNames: images?.pictures?.names ?? null,
    unlabelled: labels?.unlabelled ?? null,
    paths: { images: images?.name ?? '', labels: labels?.name ?? '' },
    sources: dataset.sources.flatMap(({ name, isMore }) => (isMore ? [] : [name])),
    identified: labels?.checksum?.set ?? '',
    print: whole?.print ?? printOf(images ?? labels),
    labelsPrint: printOf(labels),
    of: whole?.of ?? linkName,
    part: part ? `${part.slot},${part.as}` : '',
    itemsLast: itemsLastOf(images, statuses.now.images),
    budget,
    sample: whole?.sample ?? images?.sample ?? '',
    grows,
    expectsLabels: expectsLabels && !labels,
    predictions: predictions.map(({ id, version, name, evaluation, predicted, names }) => ({
      id,
      version,
      name,
      evaluation,
      predicted,
      names,
    })),
    addresses: whole?.addresses ?? { images: images?.address ?? '', labels: labels?.address ?? '' },
  };
}

/**
 * Whether the last dimension of a file counts its items, by its shape or as the user said. A whole file can be put in order, if it
 * is on this device and not too large.
 * @param {Known | null} file
 * @param {Status | null} status
 */
function itemsLastOf(file, status) {
  if (file?.itemsLast) return 'moved';
  const isWhole =
    file?.place instanceof File && !file.as && !file.address && !file.grows && !file.isCut && !file.isDamaged;
  const canMove = isWhole && status && status.byteLength <= MAX_MOVED && !status.warnings.length;
  return canMove && status.itemsMayBeLast ? 'likely' : '';
}
