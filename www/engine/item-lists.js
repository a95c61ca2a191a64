/** Lists of items, which an export made, and which are dropped to select these items again. */

import { noneOf } from '../state/index.js';

/**
 * @import { List } from './decision-lists.js'
 * @import { Fault } from './protocol.js'
 */

/** Characters that tell a list, and the limit of its bytes. */
const HEAD = 1 << 14;
const MAX_SIZE = 1 << 28;

/**
 * The list in a file, if that is what it holds: its first line names the columns, or its first object has such members.
 * @param {File} file
 * @param {string} name
 * @returns {Promise<List | null>}
 */
export async function itemListIn(file, name) {
  if (file.size > MAX_SIZE) return null;
  const head = await file
    .slice(0, HEAD)
    .text()
    .catch(() => '');
  const isList =
    /^\uFEFF?"?index"?,"?label"?,"?name"?,"?bookmarked"?(,[^\r\n]*)?\r?\n/.test(head) ||
    /^\uFEFF?\s*\[\s*\{\s*"index":[^}]*"bookmarked":/.test(head);
  return isList ? { file, name, apply: select } : null;
}

/**
 * Selects the items of a list.
 * @type {List['apply']}
 */
async function select({ file, name }, dataset, { dispatch, reportFault, more }) {
  const key = `list:${name}`;
  if (!dataset?.engine) {
    reportFault(key, name, { name: 'ItemListAlone' });
    return false;
  }
  try {
    const items = await dataset.engine.call('readItems', file, noneOf(dataset.record));
    dispatch({ type: 'show-dataset', dataset: dataset.id });
    dispatch({ type: 'select-these', items, more });
    return true;
  } catch (error) {
    const fault = /** @type {Fault} */ (error);
    reportFault(key, name, { ...fault, name: fault.name });
    return false;
  }
}
