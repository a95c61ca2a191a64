/**
 * Problems of a review, and of lists of decisions that are dropped.
 *
 * @import { Fault } from '../../engine/protocol.js'
 * @import { ListPart } from '../decision-list.js'
 */

import { grouped, range } from './numbers.js';

const OTHER = 'The list may belong to another file, or to one that was corrected already.';
const UNCHANGED = 'Nothing was applied. Drop it on the labels that it was saved from.';
const EDITED = 'The list was edited, or written by another program.';
const FIX = 'Nothing was applied. Correct that line and drop the list again.';

/** @type {Record<string, (fault: Fault, firstNumber: number) => [string, string, string]>} */
export const REVIEW_FAULTS = {
  ReviewNotKept: () => [
    'The review is not kept in this browser.',
    'The browser’s storage is blocked or full, or there are more than 200,000 decisions.',
    'Save the list before you close the page. Drop it on the dataset to continue later.',
  ],
  ListAlone: () => [
    'This is a review list without its dataset.',
    'It names items of a labels file that is not open.',
    'Drop the dataset’s images and labels, then the list.',
  ],
  ListApplied: ({ made }) => [
    `Review list applied: ${
      Object.entries(made ?? {})
        .filter(([, count]) => count)
        .map(([status, count]) => `${grouped(count)} ${status}`)
        .join(', ') || 'no decisions'
    }.`,
    '',
    'Ctrl+Z undoes it.',
  ],
  ListMalformed: ({ list }) => [
    `Line ${grouped(list?.line)} of the list can’t be read: ${list && 'part' in list ? expected(list.part, list.found) : ''}.`,
    EDITED,
    FIX,
  ],
  ListItem: ({ list, belongs }) => [
    `${owner(belongs)}Line ${grouped(list?.line)} of the list is about item ${grouped(numbers(list).item)}; items are ${range(0, numbers(list).expected - 1)}, counted from 0.`,
    belongs ? '' : OTHER,
    UNCHANGED,
  ],
  ListOther: ({ list, belongs }) => [
    `${owner(belongs)}Line ${grouped(list?.line)} of the list expects ${label(numbers(list).expected)} for item ${grouped(numbers(list).item)}; the file has ${label(numbers(list).found)}.`,
    belongs ? '' : OTHER,
    UNCHANGED,
  ],
  ListUnlabelled: ({ list }) => [
    `Line ${grouped(list?.line)} of the list corrects item ${grouped(numbers(list).item)}, which has no label.`,
    EDITED,
    FIX,
  ],
  ListLabel: ({ list }) => [
    `Line ${grouped(list?.line)} of the list gives item ${grouped(numbers(list).item)} the label ${numbers(list).found}, which the labels file cannot hold.`,
    'Its element type has no such number, or its one-hot rows have fewer columns.',
    FIX,
  ],
  Unfit: ({ found }) => [
    `The labels file cannot hold the new label of item ${grouped(found)}.`,
    'Its element type has no such number, or its one-hot rows have fewer columns.',
    'Give that item another label.',
  ],
  NoLabel: ({ found }) => [
    `The labels file has no label of item ${grouped(found)}.`,
    'The file has changed since it was opened, or it was not read to its end.',
    'Open it again.',
  ],
};

/**
 * Says that a list belongs to another dataset, as its name says.
 * @param {Fault['belongs']} belongs
 */
function owner(belongs) {
  return belongs ? `This list belongs to ${belongs.to}, not to ${belongs.not}. ` : '';
}

/** @param {Fault['list']} list */
function numbers(list) {
  return list && 'item' in list ? list : { item: 0, found: NaN, expected: NaN };
}

/** @param {number} value */
function label(value) {
  return Number.isNaN(value) ? 'no label' : `label ${value}`;
}

/**
 * @param {ListPart} part
 * @param {string} found
 */
function expected(part, found) {
  switch (part) {
    case 'header':
      return `it should be index,old,new,status,note, and is ${found || 'empty'}`;
    case 'fields':
      return `it should have five fields (index, old, new, status, note): ${found}`;
    case 'quote':
      return `a quotation mark is missing in ${found}`;
    case 'index':
      return `“${found}” is not an item number`;
    case 'old':
      return `“${found}” is no old label`;
    case 'new':
      return `“${found}” does not fit its status: corrected needs a new label, kept the old one or none, others none`;
    case 'status':
      return `“${found}” is not a status: corrected, kept, excluded or unclear`;
    case 'twice':
      return `item ${found} is in the list twice`;
  }
}
