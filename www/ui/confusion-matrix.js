/** <confusion-matrix>: how many items of each label are predicted as each class. Each cell opens its items. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show, spoken, titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { confusedPairs, matrixOf, worstClasses } from './confusion.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Evaluation } from '../pkg/insight.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Matrix } from './confusion.js'
 *
 * @typedef {{ evaluation: Evaluation, naming: Naming, file: string }} Props
 */

/** Classes of which there is a cell for each pair. */
const MOST_CLASSES = 64;
/** Pairs that are listed. */
const PAIRS = 12;

const words = late.predictions;
const CONTENT = markup`
  <h3>${words.confusion}</h3>
  <p class="options">
    <label><input type="checkbox" class="shares"> ${words.shares}</label>
    <label><input type="checkbox" class="diagonal"> ${words.hideDiagonal}</label>
  </p>
  <p class="note some" hidden></p>
  <div class="sides">
    <div class="matrix">
      <p class="note axis">${words.predicted} →</p>
      <div class="scroll"><div role="grid" aria-description="${words.confusionKeys}"></div></div>
      <p class="note readout" aria-live="polite"></p>
    </div>
    <div class="pairs"><h4>${words.pairs}</h4><ol></ol><p class="note"></p></div>
  </div>`;

export class ConfusionMatrix extends ViewerElement {
  #grid = this.find('[role=grid]');
  #shares = this.find('.shares', HTMLInputElement);
  #diagonal = this.find('.diagonal', HTMLInputElement);
  #some = this.find('.some');
  #readout = this.find('.readout');
  #pairs = this.find('.pairs ol');
  /** @type {Props | null} */
  #props = null;
  /** @type {Matrix | null} */
  #matrix = null;
  /** The row and the column of the cell that is in the tab order. */
  #at = [0, 0];

  /** Called when the user wants the items of a cell, by the places of its classes. */
  onopen = /** @type {(label: number, predicted: number, title: string) => void} */ (() => {});

  constructor() {
    super(CONTENT);
    for (const option of [this.#shares, this.#diagonal]) option.addEventListener('change', () => this.#paint());
    this.#grid.addEventListener('click', ({ target }) => {
      const place = this.#placeOf(target);
      if (place) this.#open(place);
    });
    this.#grid.addEventListener('keydown', (event) => this.#press(event));
    this.#grid.addEventListener('focusin', ({ target }) => this.#read(this.#placeOf(target)));
    this.#grid.addEventListener('pointerover', ({ target }) => this.#read(this.#placeOf(target)));
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    const { evaluation, file } = props;
    this.hidden = evaluation.compared === 0;
    if (this.hidden) return;
    const count = evaluation.classes.length;
    const places = worstClasses(evaluation, MOST_CLASSES);
    this.#some.hidden = places.length === count;
    this.#some.textContent = words.someClasses(places.length, count);
    this.#matrix = matrixOf(evaluation, places);
    this.#at = [0, 0];
    this.#grid.ariaLabel = words.confusionOf(file);
    this.#build();
    this.#list();
  }

  /** Makes the cells: a head for each row and column, and a cell for each pair. */
  #build() {
    const { naming } = /** @type {Props} */ (this.#props);
    const { classes } = /** @type {Matrix} */ (this.#matrix);
    const size = classes.length;
    this.#grid.style.setProperty('--classes', String(size));
    this.#grid.setAttribute('aria-rowcount', String(size + 1));
    this.#grid.setAttribute('aria-colcount', String(size + 1));
    const heads = [
      create('span', 'columnheader', words.label),
      ...classes.map((label) => this.#head('columnheader', label)),
    ];
    const rows = classes.map((label) => {
      const row = create('div', 'row');
      row.append(this.#head('rowheader', label), ...classes.map(() => create('span', 'gridcell')));
      return row;
    });
    const head = create('div', 'row');
    head.append(...heads);
    this.#grid.replaceChildren(head, ...rows);
    this.#grid.classList.toggle('named', naming.names.size > 0);
    this.#paint();
  }

  /**
   * @param {string} role
   * @param {number} label
   */
  #head(role, label) {
    const { naming } = /** @type {Props} */ (this.#props);
    const head = create('span', role);
    const name = document.createElement('bdi');
    // There is no room for names above the columns.
    name.textContent = role === 'rowheader' ? titled(naming, label) : show(label, naming.type);
    head.title = titled(naming, label);
    head.append(name);
    return head;
  }

  /** Writes and colours the cells. */
  #paint() {
    const props = this.#props;
    const matrix = this.#matrix;
    if (!props || !matrix) return;
    const { counts, support, classes, largest } = matrix;
    const asShares = this.#shares.checked;
    const isHidden = this.#diagonal.checked;
    for (const [row, column] of classes.flatMap((_, row) => classes.map((_, column) => [row, column]))) {
      const cell = this.#cell(row, column);
      const items = counts[row][column];
      const isDiagonal = row === column;
      const isEmpty = items === 0 || (isDiagonal && isHidden);
      const share = items ? items / support[row] : 0;
      cell.classList.toggle('right', isDiagonal);
      cell.textContent = isEmpty ? '' : asShares ? percent(share) : grouped(items);
      // Errors are compared with errors, so that they can be seen beside a diagonal that is thousands of times larger.
      const strength = asShares ? share : items / (isDiagonal ? largest.right : largest.wrong);
      cell.style.setProperty('--strength', isEmpty ? '0' : Math.sqrt(strength).toFixed(3));
      cell.ariaLabel = this.#describe(row, column);
      cell.tabIndex = row === this.#at[0] && column === this.#at[1] ? 0 : -1;
    }
    this.#read(null);
  }

  /** Lists the pairs that are confused most often. */
  #list() {
    const { evaluation, naming } = /** @type {Props} */ (this.#props);
    const pairs = confusedPairs(evaluation);
    const title = (/** @type {number} */ place) => titled(naming, evaluation.classes[place]);
    this.#pairs.replaceChildren(
      ...pairs.slice(0, PAIRS).map(({ label, predicted, items }) => {
        const entry = document.createElement('li');
        const button = Object.assign(document.createElement('button'), { type: 'button' });
        const name = document.createElement('bdi');
        name.textContent = words.pair(title(label), title(predicted));
        const count = Object.assign(document.createElement('span'), { textContent: grouped(items) });
        // The space separates the words for screen readers.
        button.append(name, ' ', count);
        button.addEventListener('click', () =>
          this.onopen(label, predicted, words.cellTitle(title(label), title(predicted))),
        );
        entry.append(button);
        return entry;
      }),
    );
    const rest = pairs.slice(PAIRS);
    const items = rest.reduce((sum, pair) => sum + pair.items, 0);
    this.find('.pairs .note').textContent = rest.length
      ? words.morePairs(rest.length, items)
      : pairs.length
        ? ''
        : words.noErrors;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #cell(row, column) {
    return /** @type {HTMLElement} */ (this.#grid.children[row + 1].children[column + 1]);
  }

  /**
   * The row and the column of the cell in which an event happened.
   * @param {EventTarget | null} target
   * @returns {[number, number] | null}
   */
  #placeOf(target) {
    const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
    const row = cell?.parentElement;
    if (!cell || !row) return null;
    return [[...this.#grid.children].indexOf(row) - 1, [...row.children].indexOf(cell) - 1];
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #describe(row, column) {
    const { naming } = /** @type {Props} */ (this.#props);
    const { classes, counts, support } = /** @type {Matrix} */ (this.#matrix);
    const items = counts[row][column];
    const share = items ? percent(items / support[row]) : '';
    return words.cell(spoken(naming, classes[row]), spoken(naming, classes[column]), items, share);
  }

  /** @param {[number, number] | null} place  of the cell whose meaning is shown */
  #read(place) {
    if (place) this.#move(place, false);
    this.#readout.textContent = place ? this.#describe(...place) : words.cellHint;
  }

  /**
   * Makes a cell the one that Tab leads to.
   * @param {[number, number]} place
   * @param {boolean} focus
   */
  #move(place, focus) {
    this.#cell(.../** @type {[number, number]} */ (this.#at)).tabIndex = -1;
    this.#at = place;
    const cell = this.#cell(...place);
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  /** @param {[number, number]} place */
  #open([row, column]) {
    const { naming } = /** @type {Props} */ (this.#props);
    const { places, classes, counts } = /** @type {Matrix} */ (this.#matrix);
    if (!counts[row][column]) return;
    const title = words.cellTitle(titled(naming, classes[row]), titled(naming, classes[column]));
    this.onopen(places[row], places[column], title);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.metaKey) return;
    const place = this.#placeOf(event.target);
    if (!place || !this.#matrix) return;
    const [row, column] = place;
    const last = this.#matrix.classes.length - 1;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? last : row, last],
      PageUp: [0, column],
      PageDown: [last, column],
    };
    const isOpening = event.key === 'Enter' || event.key === ' ';
    if (!isOpening && !Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isOpening) return this.#open(place);
    const [to, at] = moves[event.key].map((index) => Math.max(0, Math.min(index, last)));
    this.#move([to, at], true);
  }
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(share < 0.1 && share > 0 ? 1 : 0)}%`;
}

/**
 * @param {string} tag
 * @param {string} role
 * @param {string} [textContent]
 */
function create(tag, role, textContent = '') {
  return Object.assign(document.createElement(tag), { role, textContent });
}
