/** What the colours of the map mean: classes or findings. */

import { entriesOf, FINDINGS } from '../state/index.js';
import { check as words } from '../text/check.js';
import { map as mapWords } from '../text/map.js';
import { naming, titled } from '../text/naming.js';
import { isDark } from './appearance.js';

/**
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Check, Dataset } from '../state/index.js'
 *
 * @typedef {'class' | 'finding'} Colouring
 *
 * @typedef {object} Coloured  how the points are coloured
 * @property {string[]} names  of the groups, in the order of their numbers
 * @property {Uint32Array} groups  the colour of each
 * @property {string} rest  what points without a group are; '' if there are none
 * @property {number} ungrouped  their colour
 */

/** The group of images that belong to none. */
const NONE = 65535;

/** The colours of what is in the background, and of the ring around an image. */
const LIGHT = { surface: 0xffffff, quiet: 0xe2ded6, ring: 0x1b1a17, unlabelled: 0x6d6961, unremarkable: 0xd3cec3 };
const DARK = { surface: 0x1d1d1a, quiet: 0x393833, ring: 0xece9e1, unlabelled: 0xa09c92, unremarkable: 0x4b4943 };

/** The colours around the points. */
export function surroundings() {
  const { surface, quiet, ring } = isDark() ? DARK : LIGHT;
  return { surface, quiet, ring };
}

/**
 * Gives the points of a map their groups.
 * @param {CheckClient} worker
 * @param {Colouring} colouring
 * @param {Check} check
 * @param {ArrayLike<number>} labels  of the classes
 * @param {Dataset} dataset
 * @returns {Promise<Coloured>}
 */
export async function colour(worker, colouring, check, labels, dataset) {
  const found = FINDINGS.filter((finding) => entriesOf(check, finding)?.length);
  const isByClass = colouring === 'class';
  const names = isByClass
    ? Array.from(labels, (label) => titled(naming(dataset), label))
    : found.map((finding) => words.lists[finding].name);
  const { unlabelled, unremarkable } = isDark() ? DARK : LIGHT;
  const [groups] = await Promise.all([
    worker.call('groupColours', names.length, isDark()),
    worker.call('groupMap', isByClass ? undefined : groupsOf(check, found)),
  ]);
  const { images, labels: labelled } = dataset.statuses;
  const isLabelled = (labelled?.items ?? 0) >= (images?.items ?? 0);
  const rest = isByClass ? (isLabelled ? '' : mapWords.noLabel) : mapWords.noFinding;
  return { names, groups, rest, ungrouped: isByClass ? unlabelled : unremarkable };
}

/**
 * The first of these findings that lists each image.
 * @param {Check} check
 * @param {typeof FINDINGS} findings
 */
function groupsOf(check, findings) {
  const groups = new Uint16Array(check.plan.sets.reduce((sum, { count }) => sum + count, 0)).fill(NONE);
  findings.forEach((finding, group) => {
    for (const { places } of entriesOf(check, finding) ?? [])
      for (const place of places) if (groups[place] === NONE) groups[place] = group;
  });
  return groups;
}
