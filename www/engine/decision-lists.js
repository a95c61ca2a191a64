/** Lists of decisions, which a review was saved as, and which are dropped to be applied again. */

import { baseName, Decisions, STATUSES } from '../state/index.js';

/**
 * @import { DecisionStatus, Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { ReportFault } from './files.js'
 * @import { Fault } from './protocol.js'
 *
 * @typedef {object} List  that changes what is decided or selected, and no data
 * @property {File} file
 * @property {string} name
 * @property {(list: List, dataset: Dataset | undefined, how: Applying) => Promise<boolean>} apply  applies it to a dataset, or reports why
 *   not; resolves to whether it selected items
 *
 * @typedef {object} Applying
 * @property {(event: Event) => void} dispatch
 * @property {ReportFault} reportFault
 * @property {boolean} more  whether what is selected stays so
 */

/** Characters that tell a list by its first line, and the limit of its bytes. */
const HEAD = 64;
const MAX_SIZE = 1 << 28;
/** @type {DecisionStatus[]} */
const MADE = ['corrected', 'kept', 'excluded', 'unclear'];

/**
 * The list in a file, if that is what it holds: its first line names the columns.
 * @param {File} file
 * @param {string} name
 * @returns {Promise<List | null>}
 */
export async function decisionListIn(file, name) {
  if (file.size > MAX_SIZE) return null;
  const head = await file
    .slice(0, HEAD)
    .text()
    .catch(() => '');
  return /^\uFEFF?"?index"?[,;\t]\s*"?old"?[,;\t]\s*"?new"?[,;\t]/i.test(head)
    ? { file, name, apply: applyList }
    : null;
}

/**
 * Applies a list to the labels of a dataset as one step, or reports why not.
 * @type {List['apply']}
 */
async function applyList({ file, name }, dataset, { dispatch, reportFault }) {
  const key = `list:${name}`;
  if (!dataset?.engine) {
    reportFault(key, name, { name: 'ListAlone' });
    return false;
  }
  try {
    const change = Decisions.of(await dataset.engine.call('readDecisions', file, STATUSES));
    dispatch({ type: 'decide', dataset: dataset.id, change });
    const made = Object.fromEntries(MADE.map((status) => [status, change.count(status)]));
    reportFault(key, name, { name: 'ListApplied', made: /** @type {Fault['made']} */ (made) }, false);
  } catch (error) {
    const fault = /** @type {Fault} */ (error);
    reportFault(key, name, { ...fault, name: fault.name, ...belonging(name, dataset.name) });
  }
  return false;
}

/**
 * The dataset that a list was saved from, as its name says, if that is not the one that it was dropped on.
 * @param {string} list  its name
 * @param {string} dataset
 * @returns {Pick<Fault, 'belongs'>}
 */
function belonging(list, dataset) {
  const [, to = ''] = /^(.*)-review\b/.exec(baseName(list)) ?? [];
  return to && to !== dataset ? { belongs: { to, not: dataset } } : {};
}
