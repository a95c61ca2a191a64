/** The cells of a page as text: a role="grid" of reused elements, one of which takes the focus. */

import { Decisions, ItemSet, predictedClass } from '../state/index.js';
import { text } from '../text/index.js';
import { show, spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { targetOf } from './cell-keys.js';
import { labelIn, numbersIn } from './cell-texts.js';

/**
 * @import { Decision, Predicted } from '../state/index.js'
 * @import { ItemKind } from '../state/views.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {object} Contents
 * @property {number} first  place of the first cell among all cells of all pages
 * @property {number} count
 * @property {ArrayLike<number>} items  the numbers of the items, cell by cell
 * @property {number} size  items on a full page
 * @property {number} inView  items that are seen at a time
 * @property {number} columns
 * @property {number} firstRow  of all the rows of all pages
 * @property {number} totalRows
 * @property {number} total  cells
 * @property {(number | null)[]} labels
 * @property {Predicted | null} predicted  what is predicted for the items, if something is
 * @property {Naming} naming
 * @property {boolean} pictures  whether there is more to the items than their labels
 * @property {ItemKind} kind
 * @property {number} firstNumber
 */

/**
 * @typedef {{ cell: HTMLElement, caption: HTMLElement, label: Text }} Cell
 * @typedef {{ row: HTMLElement, numbers: HTMLElement, text: Text }} Row
 */

export class Cells {
  /** @type {HTMLElement} */
  #root;
  /** @type {Row[]} */
  #rows = [];
  /** @type {Cell[]} */
  #cells = [];
  /** @type {Omit<Contents, 'naming'>} */
  #shown = {
    first: 0,
    count: 0,
    items: [],
    size: 1,
    inView: 1,
    columns: 1,
    firstRow: 0,
    totalRows: 0,
    total: 0,
    labels: [],
    predicted: null,
    pictures: true,
    kind: 'image',
    firstNumber: 0,
  };
  /** The place of the cell that is in the tab order. */
  #active = 0;
  /** @type {number | null} */
  #open = null;
  /** The items that the user selected. */
  #selection = new ItemSet();
  #bookmarks = new ItemSet();
  #decisions = new Decisions();
  /** @type {Naming | null} */
  #naming = null;
  /** The place of a cell to focus as soon as it is on the page. @type {number | null} */
  #pending = null;

  /** Called when a key moves the focus, and with Shift extends the selection. */
  onmove = /** @type {(place: number, before: number, extend: boolean) => void} */ (() => {});
  /** Called when a key scrolls the page up (-1) or down (1). */
  onscroll = /** @type {(by: number) => void} */ (() => {});

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.addEventListener('keydown', (event) => this.#press(event));
    root.addEventListener('pointerover', ({ target }) => {
      if (target instanceof HTMLElement && target.ariaLabel) target.title = target.ariaLabel;
    });
    root.addEventListener('focusin', ({ target }) => {
      const index = this.#cells.findIndex(({ cell }) => cell === target);
      if (index >= 0) this.#activate(this.#shown.first + index);
    });
  }

  /**
   * The item of the cell that an event happened in.
   * @param {EventTarget | null} target
   */
  itemOf(target) {
    const cell = target instanceof Element ? target.closest('[data-index]') : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.index) : null;
  }

  /** @param {Contents} contents */
  fill(contents) {
    const focused = this.#root.contains(document.activeElement);
    const before = this.#shown;
    const position = this.#active - before.first;
    this.#shown = contents;
    if (before.count !== contents.count || before.columns !== contents.columns) this.#build();
    this.#write(contents.naming);

    const open = !focused && this.#open !== null && this.#has(this.#open) ? this.#open : null;
    const kept = this.#has(this.#active)
      ? this.#active
      : Math.min(contents.first + position, contents.first + contents.count - 1);
    // The user may have moved the focus elsewhere meanwhile.
    if (!focused && !isIdle()) this.#pending = null;
    const pending = this.#pending !== null && this.#has(this.#pending) ? this.#pending : null;
    this.#activate(pending ?? open ?? Math.max(contents.first, kept));
    if (pending !== null || (focused && contents.count)) this.focus(this.#active);
    this.#mark();
  }

  /**
   * @param {number | null} open  place of the item in the panel
   * @param {ItemSet} selection
   * @param {ItemSet} bookmarks
   * @param {Decisions} decisions
   */
  select(open, selection, bookmarks, decisions) {
    const isMarked =
      open === this.#open &&
      selection === this.#selection &&
      bookmarks === this.#bookmarks &&
      decisions === this.#decisions;
    this.#selection = selection;
    this.#bookmarks = bookmarks;
    this.#decisions = decisions;
    this.#open = open;
    if (open !== null && this.#has(open) && !this.#root.contains(document.activeElement)) this.#activate(open);
    // The page is rendered for many other reasons.
    if (!isMarked) this.#mark();
  }

  /**
   * Focuses a cell: now, or when its page is there.
   * @param {number} place
   */
  focus(place) {
    this.#pending = this.#has(place) ? null : place;
    this.#cell(place)?.cell.focus({ preventScroll: false });
  }

  /** Focuses the cell that is in the tab order. */
  enter() {
    this.focus(this.#active);
  }

  /** @param {number} place */
  #has(place) {
    return place >= this.#shown.first && place < this.#shown.first + this.#shown.count;
  }

  /** @param {number} place */
  #cell(place) {
    return this.#has(place) ? this.#cells[place - this.#shown.first] : undefined;
  }

  #build() {
    const { count, columns } = this.#shown;
    while (this.#cells.length < count) this.#cells.push(createCell());
    const rows = Math.ceil(count / columns);
    while (this.#rows.length < rows) this.#rows.push(createRow());
    for (let row = 0; row < rows; row++) {
      const cells = this.#cells.slice(row * columns, Math.min(count, (row + 1) * columns));
      cells.forEach(({ cell }, column) => cell.setAttribute('aria-colindex', String(column + 1)));
      this.#rows[row].row.replaceChildren(...cells.map(({ cell }) => cell), this.#rows[row].numbers);
    }
    this.#root.replaceChildren(...this.#rows.slice(0, rows).map(({ row }) => row));
    this.#root.setAttribute('aria-colcount', String(columns));
  }

  /** @param {Naming} naming */
  #write(naming) {
    this.#naming = naming;
    const { count, items, columns, firstRow, totalRows, labels, predicted, pictures, kind, firstNumber } = this.#shown;
    this.#root.setAttribute('aria-rowcount', String(totalRows));
    for (let row = 0; row * columns < count; row++) {
      this.#rows[row].row.setAttribute('aria-rowindex', String(firstRow + row + 1));
      this.#rows[row].text.nodeValue = numbersIn(items, row * columns, columns, firstNumber);
    }
    for (let index = 0; index < count; index++) {
      const { cell, caption } = this.#cells[index];
      const number = numberOf(items[index], firstNumber);
      const value = labels[index];
      const class_ = predictedClass(predicted, items[index]);
      // The stylesheet shows it. As text it would have to be in the accessible name, which says it in words.
      caption.dataset.beside = class_ === undefined ? '' : text.items.beside(show(class_, naming.type));
      cell.classList.toggle('wrong', class_ !== undefined && value !== null && class_ !== value);
      cell.dataset.index = String(items[index]);
      const heard = value === null ? null : spoken(naming, value);
      const name = pictures ? text.items.cell(kind, number, heard ?? '') : text.items.namedLabel(kind, number, heard);
      cell.ariaLabel = class_ === undefined ? name : name + text.items.predicted(spoken(naming, class_));
      // A name may be cut where the picture is narrow.
      caption.title = value !== null && naming.names.has(value) ? titled(naming, value) : '';
    }
  }

  /** @param {number} place */
  #activate(place) {
    this.#root.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    this.#active = place;
    this.#cell(place)?.cell.setAttribute('tabindex', '0');
  }

  #mark() {
    const { first, count, items } = this.#shown;
    const several = this.#selection.size > 0;
    this.#root.ariaMultiSelectable = several ? 'true' : null;
    for (let index = 0; index < count; index++) {
      const { cell, label } = this.#cells[index];
      const open = first + index === this.#open;
      const selected = this.#selection.has(items[index]);
      const bookmarked = this.#bookmarks.has(items[index]);
      cell.classList.toggle('selected', selected);
      cell.classList.toggle('bookmarked', bookmarked);
      const decision = this.#decisions.get(items[index]);
      cell.dataset.decision = decision?.status ?? '';
      const labelled = this.#labelOf(index, decision?.label);
      // The browser lays out a text again even if it stays the same.
      if (label.nodeValue !== labelled) label.nodeValue = labelled;
      cell.ariaDescription = this.#describe(bookmarked, decision);
      cell.ariaSelected = (several ? selected : open) ? 'true' : null;
      cell.ariaCurrent = several && open ? 'true' : null;
    }
  }

  /**
   * The label of a cell, and the one that the user gave it.
   * @param {number} index
   * @param {number} [corrected]
   */
  #labelOf(index, corrected) {
    const naming = this.#naming;
    const label = this.#shown.labels[index];
    if (!naming || label === undefined) return '';
    if (corrected !== undefined && label !== null)
      return text.items.correction(show(label, naming.type), titled(naming, corrected));
    return labelIn(naming, label, predictedClass(this.#shown.predicted, this.#shown.items[index]));
  }

  /**
   * @param {boolean} bookmarked
   * @param {Decision | null} decision
   */
  #describe(bookmarked, decision) {
    const { decided, bookmarked: marked } = text.items;
    const label = decision?.label === undefined || !this.#naming ? '' : spoken(this.#naming, decision.label);
    const described = [bookmarked && marked, decision && decided(decision.status, label)].filter(Boolean);
    return described.length ? described.join(', ') : null;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.metaKey) return;
    const { total } = this.#shown;
    const at = this.#active;
    const target = targetOf(event, at, this.#shown);
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target < 0 || target >= total || target === at) return;
    if (event.key.startsWith('Page') && this.#has(target)) this.onscroll(Math.sign(target - at));
    if (this.#has(target)) this.focus(target);
    else this.#pending = target;
    this.onmove(target, at, event.shiftKey);
  }
}

/** Whether the focus is nowhere: on nothing, or on something that is not to be seen any more. */
export function isIdle() {
  const focused = document.activeElement;
  return !focused || focused === document.body || !focused.checkVisibility();
}

/** @returns {Cell} */
function createCell() {
  const cell = document.createElement('div');
  cell.setAttribute('role', 'gridcell');
  cell.tabIndex = -1;
  const label = new Text();
  const caption = document.createElement('bdi');
  caption.append(label);
  cell.append(caption);
  return { cell, caption, label };
}

/** @returns {Row} */
function createRow() {
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  const numbers = document.createElement('span');
  // A cell's name has its number.
  numbers.ariaHidden = 'true';
  const text = new Text();
  numbers.append(text);
  return { row, numbers, text };
}
