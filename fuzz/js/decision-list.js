/** Lists of decisions, which anyone can write. */

import assert from 'node:assert/strict';

import { STATUSES } from '../../www/state/decisions.js';
import { parse, write } from '../../www/text/decision-list.js';
import { linear, texts } from './texts.js';

const HEADER = 'index,old,new,status,note\n';
const PARTS = [
  '0',
  '1',
  '7',
  '4294967295',
  '4294967296',
  '-1',
  '0.5',
  '1e300',
  '1e999',
  'NaN',
  '0x10',
  ',',
  ',',
  ',',
  ',',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '"',
  '""',
  ' ',
  '\uFEFF',
  '\u2028',
  '😀',
  '=1',
  '1,2,3,corrected,\n',
  '2,3,,kept,"a ""b"""\n',
  '3,4,4,kept,\n',
  '4,,,excluded,x\n',
  '5,,,unclear,\n',
  ...STATUSES,
];

/** @param {any} fc */
export function inputs(fc) {
  return texts(fc, PARTS);
}

/** @param {string} text */
export const kept = (text) => text;

/**
 * A list is refused with the line at fault, or has whole items, each once, and is read as the same when it is written.
 * @param {string} text
 */
export function holds(text) {
  const list = linear(HEADER + text, read);
  if ('fault' in list) {
    const { line, part, found } = list.fault;
    assert(line >= 1 && line <= text.split('\n').length + 1, `line ${line}`);
    assert(part && typeof found === 'string' && found.length <= 100);
    return;
  }
  const { rows, old } = list;
  const { items, statuses, labels } = rows;
  assert.equal(new Set(items).size, items.length);
  assert(
    statuses.every((status, at) => STATUSES[status] && Number.isNaN(labels[at]) === (STATUSES[status] !== 'corrected')),
  );
  assert.deepEqual(read([...write(rows, old, STATUSES, 'f64')].join('')), list);
}

/** @param {string} text */
function read(text) {
  try {
    const { rows, old } = parse(text, STATUSES);
    return { rows, old };
  } catch (error) {
    const { name, list } = /** @type {any} */ (error);
    assert.equal(name, 'ListMalformed');
    return { fault: list };
  }
}

/** Long lists, and long texts of one part, take no longer than others. */
export function extremes() {
  holds(Array.from({ length: 100_000 }, (_, item) => `${item},1,2,corrected,"note ""${item}"""\n`).join(''));
  for (const part of ['1', '"', '""', ',', '\n', '1,1,1,kept,"', 'a']) holds(part.repeat(1 << 16));
}
