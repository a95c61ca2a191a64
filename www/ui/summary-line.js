/** <summary-line>: what is shown, in one line that is read out when it changes. */

import { canSort, EVERYTHING, isFilter, isRunning, principal, total } from '../state/index.js';
import { describeFilter, describeOrder } from '../text/filter.js';
import { text } from '../text/index.js';
import { itemKind } from '../text/item-kind.js';
import { naming } from '../text/naming.js';
import { textScale } from './viewer-element.js';

/**
 * @import { Dataset, OpenFile } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset | null} dataset
 * @property {boolean} inspecting  whether files are being looked into before they are opened
 * @property {OpenFile[]} files
 * @property {number} firstNumber
 * @property {{ page: number, pages: number } | null} painted
 * @property {boolean} named  whether there are two datasets, so that each line names its own
 */

/** CSS pixels of the number of parts that have no room, and between parts. */
const MORE = 34;
const GAP = 6;
/** Characters of a file's name that are worth a chip; the rest may be cut. The words before it are narrower than digits. */
const LEAST = 4;
const NARROW = 0.75;
/** Milliseconds without a change before the line changes, so that screen readers skip pages that the user skips. */
const REST = 120;

export class SummaryLine extends HTMLElement {
  /** What was drawn last; null where the line has a new place. @type {string | null} */
  #text = null;
  #timer = 0;
  #room = new ResizeObserver(() => this.#cut());

  connectedCallback() {
    this.#room.observe(this);
  }

  disconnectedCallback() {
    this.#room.disconnect();
    clearTimeout(this.#timer);
    this.#text = null;
  }

  /** @param {Props} props */
  render(props) {
    const parts = summarise(props);
    const line = parts.map((part) => part.text + (part.file ?? '')).join(', ');
    if (line === this.#text) return;
    const isFirst = !this.#text;
    this.#text = line;
    clearTimeout(this.#timer);
    const draw = () => {
      this.replaceChildren(...parts.map((part, index) => chip(part, index === parts.length - 1)));
      this.title = line;
      this.#cut();
    };
    // A new pane comes with its line, so nothing moves later.
    if (isFirst && props.named) draw();
    else this.#timer = setTimeout(draw, REST);
  }

  /**
   * Leaves out the parts that have no room, and says how many: half of one would seem to lie below what is beside the line.
   */
  #cut() {
    const shown = [...this.children].filter((part) => !part.classList.contains('spoken'));
    const kept = shown.find((part) => part.classList.contains('kept'));
    kept?.classList.remove('pinned');
    const { left, right } = this.getBoundingClientRect();
    /** @param {Element[]} parts @param {number} end */
    const beyond = (parts, end) => parts.findIndex((part) => part.getBoundingClientRect().right > end + 0.5);
    /** @param {Element[]} parts @param {number} end  where there is room for them, and for the number of those that have none */
    const cutAt = (parts, end) => (beyond(parts, end) < 0 ? -1 : beyond(parts, end - MORE * textScale()));
    let parts = shown;
    let first = cutAt(parts, right);
    if (kept && first >= 0 && parts.indexOf(kept) >= first) {
      // It stands at the end of the line then, and moves no other part.
      const end = right - kept.getBoundingClientRect().width - GAP;
      parts = parts.filter((part) => part !== kept);
      first = cutAt(parts, end);
      kept.classList.add('pinned');
      kept.classList.remove('cut');
    }
    parts.forEach((part, at) => part.classList.toggle('cut', first >= 0 && at >= first));
    this.dataset.more = first < 0 ? '' : text.summary.more(parts.length - first);
    if (first >= 0) this.style.setProperty('--more', `${parts[first].getBoundingClientRect().left - left}px`);
  }
}

/**
 * @param {Props} props
 * @returns {Part[]}
 */
function summarise({ dataset, inspecting, files, firstNumber, painted, named }) {
  if (!dataset) return inspecting ? [{ text: text.summary.inspecting }] : [];
  return [
    ...(named ? introduce(dataset) : []),
    ...describe(dataset, files),
    ...describeView(dataset, firstNumber, painted),
  ];
}

/**
 * @typedef {{ text: string, file?: string, spoken?: boolean, kept?: boolean }} Part  a file's name is cut short where there is no
 *   room; a spoken part stands elsewhere on the page; one that is kept is seen with any room
 */

/**
 * The name of one of two datasets, and how far it has been read.
 * @param {Dataset} dataset
 * @returns {Part[]}
 */
function introduce(dataset) {
  const status = principal(dataset);
  const tenths = status?.size && !status.done && !dataset.grows ? Math.floor((10 * status.read) / status.size) : 10;
  const searching = isRunning(dataset, 'search') ? text.summary.searching : '';
  const progress = tenths < 10 ? text.summary.read(tenths * 10) : searching;
  return [{ text: dataset.name }, ...(progress ? [{ text: progress }] : [])];
}

/**
 * The files and their arrays.
 * @param {Dataset} dataset
 * @param {OpenFile[]} files
 * @returns {Part[]}
 */
function describe(dataset, files) {
  const { images, labels } = dataset.statuses;
  const status = principal(dataset);
  if (!status) return [];
  const words = text.summary;
  const kind = itemKind(dataset);
  /** @param {number | null} id */
  const file = (id) => files.find((known) => known.id === id)?.name ?? '';
  /** @type {(string | Part)[]} */
  const parts = [{ text: '', file: file(images ? dataset.images : dataset.labels), spoken: true }];
  const isShort = status.done && status.items < status.promised;
  if (dataset.grows) parts.push(words.itemsSoFar(kind, status.items));
  else if (isShort) parts.push((status.stopped ? words.stopped : words.someItems)(kind, status.items, status.promised));
  else parts.push(words.items(kind, status.promised));
  if (images)
    parts.push(kind === 'image' ? words.shape([images.rows, images.columns]) : words.valuesEach(images.columns));
  if (images?.axes.length) parts.push(describeSlice(images.axes));
  const arrangement = images && kind === 'image' ? words.arrangement(images) : '';
  if (arrangement) parts.push(arrangement);
  if (images?.orientation && kind === 'image') parts.push(text.orientations[images.orientation]);
  parts.push(status.elementType);
  const hasColumns = !!labels?.shape.slice(1).some((length) => length > 1);
  if (images && labels) parts.push({ text: words.labelsFrom, file: file(dataset.labels) });
  else if (images) parts.push(words.noLabels);
  else if (kind === 'label' && !hasColumns) parts.push(words.onlyLabels);
  if (labels && hasColumns) parts.push(words.columns(labels.shape), describeLabelSource(dataset));
  return parts.map((part) => (typeof part === 'string' ? { text: part } : part));
}

/**
 * The filter, the order and the page.
 * @param {Dataset} dataset
 * @param {number} firstNumber
 * @param {Props['painted']} painted
 * @returns {Part[]}
 */
function describeView(dataset, firstNumber, painted) {
  if (!principal(dataset)) return [];
  const { query, items } = dataset.matches ?? { query: EVERYTHING, items: [] };
  const filter = isFilter(query);
  const order = describeOrder(query, naming(dataset));
  /** @type {Part[]} */
  const parts = [
    { text: filter ? text.summary.matches(items.length, total(dataset)) : '', kept: true },
    { text: filter ? describeFilter(query, naming(dataset), firstNumber) : '', spoken: true },
    { text: canSort(dataset) ? order : text.filter.order.missing(order) },
    { text: query.order === 'mean' ? describeMeasuring(dataset) : '' },
    { text: firstNumber ? text.summary.fromOne : '' },
    { text: painted ? text.summary.page(painted.page + 1, painted.pages) : '', spoken: true },
  ];
  return parts.filter((part) => part.text);
}

/**
 * How far the images have been measured that are sorted by their means; '' once all are.
 * @param {Dataset} dataset
 */
function describeMeasuring({ jobs }) {
  const { items = 0, total = 1 } = jobs.statistics?.report ?? {};
  return items < total ? text.summary.measured(Math.floor((10 * items) / total) * 10) : '';
}

/**
 * The slice that is shown of each item.
 * @param {string[]} axes  as in Status
 */
function describeSlice(axes) {
  const [rows, columns] = ['r', 'c'].map((axis) => axes.indexOf(axis) + 1);
  const places = axes.flatMap((axis, index) =>
    /\d/.test(axis) ? text.summary.dimensionAt(index + 1, Number(axis)) : [],
  );
  return [text.summary.dimensions(rows, columns), ...places].join(', ');
}

/**
 * Where an item's label comes from, if the item has several values.
 * @param {Dataset} dataset
 */
function describeLabelSource(dataset) {
  const labelling = dataset.statuses.labels?.labelling;
  if (labelling?.column === 'one-hot') return labelling.oneHot ? text.summary.oneHot : text.summary.largestColumn;
  const column = labelling?.column ?? 0;
  return text.summary.column(column, naming(dataset).meanings[column] ?? '');
}

/**
 * A part of the summary, with the comma that separates it from the next one where they are read as a sentence.
 * @param {Part} part
 * @param {boolean} last
 */
function chip(part, last) {
  const element = document.createElement('span');
  element.className = part.spoken ? 'chip spoken' : 'chip';
  element.classList.toggle('kept', part.kept ?? false);
  element.append(...draw(part));
  // The name may be cut, and the title of the line is long.
  if (part.file) element.title = part.text + part.file;
  // So much of it is seen, or the chip has no room.
  if (part.file)
    element.style.setProperty('--least', `${NARROW * part.text.length + Math.min(part.file.length, LEAST)}ch`);
  if (!last) element.append(Object.assign(document.createElement('span'), { className: 'comma', textContent: ', ' }));
  return element;
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
