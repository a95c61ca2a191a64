/** <summary-line>: what is shown, in one line that is read out when it changes. */

import { EVERYTHING, isFilter, principal, total } from '../state/index.js';
import { grouped } from '../text/figures.js';
import { meaning, naming } from '../text/naming.js';
import { noun as nounOf } from '../text/nouns.js';
import { firstNumber } from '../text/numbering.js';
import { describeFilter, describeOrder } from './filter-chip.js';
import { ORIENTATIONS } from './orientations.js';

/**
 * @import { Dataset, OpenFile } from '../state/index.js'
 */

/** Milliseconds of rest before a change is said: turning pages fast is not read out page by page. */
const REST = 120;

export class SummaryLine extends HTMLElement {
  #text = '';
  #timer = 0;

  /** @param {{ dataset: Dataset | null, inspecting: boolean, files: OpenFile[], painted: { page: number, pages: number } | null, named: boolean }} props */
  render({ dataset, inspecting, files, painted, named }) {
    const parts = dataset
      ? [...(named ? introduce(dataset) : []), ...describe(dataset, files, painted)]
      : inspecting
        ? [{ text: 'Looking at the files' }]
        : [];
    const text = parts.map((part) => part.text + (part.file ?? '')).join(', ');
    if (text === this.#text) return;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.replaceChildren(...parts.flatMap((part, index) => (index ? [', ', ...draw(part)] : draw(part))));
      this.title = text;
    }, REST);
  }
}

/** @typedef {{ text: string, file?: string }} Part  a file's name is cut short where there is no room */

/**
 * Which of two datasets it is, and how far it has been read.
 * @param {Dataset} dataset
 * @returns {Part[]}
 */
function introduce(dataset) {
  const status = principal(dataset);
  const read = status?.size && !status.done ? Math.floor((10 * status.read) / status.size) : 10;
  const progress = read < 10 ? `${read * 10} % read` : dataset.searching === null ? '' : 'searching';
  return [{ text: dataset.name }, ...(progress ? [{ text: progress }] : [])];
}

/**
 * @param {Dataset} dataset
 * @param {OpenFile[]} files
 * @param {{ page: number, pages: number } | null} painted
 * @returns {Part[]}
 */
function describe(dataset, files, painted) {
  const { images, labels } = dataset.statuses;
  const status = principal(dataset);
  if (!status) return [];
  /** @param {number | null} id */
  const file = (id) => files.find((known) => known.id === id)?.name ?? '';
  const noun = nounOf(dataset);
  /** @type {Part[]} */
  const parts = [{ text: '', file: file(images ? dataset.images : dataset.labels) }];
  const of = `${grouped(status.promised)} ${noun}${status.promised === 1 ? '' : 's'}`;
  const short = status.done && status.items < status.promised;
  if (short) parts.push({ text: `${status.stopped ? 'stopped at ' : ''}${grouped(status.items)} of ${of}` });
  else parts.push({ text: of });
  if (images)
    parts.push({
      text:
        noun === 'image'
          ? `${images.rows} x ${images.columns}`
          : `${grouped(images.columns)} value${images.columns === 1 ? '' : 's'} each`,
    });
  if (images?.axes.length) parts.push({ text: cut(images.axes) });
  if (images?.layout && noun === 'image') parts.push({ text: images.layout });
  if (images?.orientation && noun === 'image') parts.push({ text: ORIENTATIONS[images.orientation] });
  parts.push({ text: status.elementType });
  if (images && labels) parts.push({ text: 'labels from ', file: file(dataset.labels) });
  else if (images || noun === 'label') parts.push({ text: images ? 'no labels' : 'labels only' });
  const columns = labels?.shape.slice(1).reduce((product, length) => product * length, 1) ?? 1;
  if (labels && columns > 1)
    parts.push({ text: `${labels.shape.map(grouped).join(' x ')}, ${reading(columns, dataset)}` });
  const { query, items } = dataset.selection ?? { query: EVERYTHING, items: [] };
  if (isFilter(query))
    parts.push(
      { text: `${grouped(items.length)} of ${grouped(total(dataset))}` },
      { text: describeFilter(query, naming(dataset)) },
    );
  const order = describeOrder(query, naming(dataset));
  if (order) parts.push({ text: order });
  if (firstNumber()) parts.push({ text: 'numbered from 1' });
  if (painted) parts.push({ text: `page ${grouped(painted.page + 1)} of ${grouped(painted.pages)}` });
  return parts;
}

/**
 * Which slice of each item is seen.
 * @param {number[]} axes  as in Status
 */
function cut(axes) {
  const [rows, columns] = [-1, -2].map((axis) => axes.indexOf(axis) + 1);
  const places = axes.flatMap((axis, index) => (axis < 0 ? [] : `dimension ${index + 1} at ${axis}`));
  return [`dimensions ${rows} and ${columns}`, ...places].join(', ');
}

/**
 * Which of an item's numbers is its label.
 * @param {number} columns
 * @param {Dataset} dataset
 */
function reading(columns, dataset) {
  const labelling = dataset.statuses.labels?.labelling;
  if (labelling?.column === -1) return labelling.oneHot ? 'one-hot' : 'the column of the greatest number is the label';
  return labelling?.column
    ? `${meaning(naming(dataset), labelling.column)} is the label`
    : `the first of ${grouped(columns)} is the label`;
}

/** @param {Part} part */
function draw({ text, file }) {
  if (!file) return [text];
  const name = document.createElement('bdi');
  name.textContent = file;
  const cut = document.createElement('span');
  cut.className = 'name';
  cut.append(name);
  return [text, cut];
}
