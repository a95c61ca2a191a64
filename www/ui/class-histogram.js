/**
 * <class-histogram>: the number of items of each class, in one dataset or in two; each class is a button that shows only
 * its items.
 */

import { markup } from '../platform/trusted.js';
import { admits, gapsBetween, hasPictures, mayHaveClasses } from '../state/index.js';
import { isSeveral, listRanges } from '../text/filter.js';
import { late } from '../text/late.js';
import { naming, titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Counts } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Dataset, Query } from '../state/index.js'
 *
 * @typedef {{ name: string, naming: Naming, classes: Counts['classes'], total: number, more: number, complete: boolean }} Tally  of a dataset
 */

const words = late.classes;
const CONTENT = markup`
  <h2>${words.title} <small></small></h2>
  <class-pictures hidden></class-pictures>
  <p class="legend"></p>
  <ul aria-label="${words.list}"></ul>
  <p class="note" hidden></p>
  <p class="choice">
    <button type="button" class="quiet except">${words.allBut}</button>
    <button type="button" class="quiet all" aria-label="${words.all}" title="${words.all}">${words.allShort}</button>
  </p>`;

export class ClassHistogram extends ViewerElement {
  #list = this.find('ul');
  #whose = this.find('h2 small');
  #note = this.find('.note');
  #choice = this.find('.choice');
  #except = this.find('.except');
  /** Which bars belong to which of two datasets. */
  #legend = this.find('.legend');
  /** The counts and names that are shown. @type {unknown[]} */
  #shown = [];
  /** @type {Query | null} */
  #query = null;
  #queryId = -1;
  /** Whether the last key press came with a key that adds to the chosen classes. */
  #adds = false;

  constructor() {
    super(CONTENT);
    this.#list.addEventListener('click', (event) => {
      const label = this.#buttons.find((button) => button.contains(/** @type {Node} */ (event.target)))?.value;
      // A touch comes without modifier keys, so it always adds or removes.
      // In Firefox, a click that a key causes lacks the modifier keys.
      const adds = event.detail === 0 ? this.#adds : holds(event);
      const several = adds || /** @type {PointerEvent} */ (event).pointerType === 'touch';
      if (label !== undefined) intend(this, { type: 'class', label: Number(label), several });
    });
    this.#list.addEventListener('keydown', (event) => this.#press(event));
    this.#list.addEventListener('focusin', ({ target }) => this.#stop(/** @type {HTMLElement} */ (target)));
    this.#except.addEventListener('click', () =>
      intend(this, { type: 'find', change: { except: !this.#query?.except } }),
    );
    this.find('.all').addEventListener('click', () => {
      this.#buttons.find((button) => button.tabIndex === 0)?.focus();
      intend(this, { type: 'find', change: { labels: null } });
    });
  }

  /** @param {Dataset[]} datasets  one, or two from left to right with the same filter */
  render(datasets) {
    const [
      {
        query,
        queryId,
        statuses: { images, labels },
      },
    ] = datasets;
    this.hidden = !datasets.some(mayHaveClasses);
    // Until they are counted, the list is as high as the one before it, so that what is below waits in its place.
    const isCounted = datasets.some(({ counts }) => counts?.classes.length);
    this.classList.toggle('awaited', !isCounted);
    // Entries with names are higher.
    if (!isCounted)
      this.classList.toggle(
        'named',
        datasets.some((dataset) => naming(dataset).names.size > 0),
      );
    // Their pictures have room before they are drawn, and while it is not known whether there will be any.
    if (isCounted || datasets.some(hasPictures)) this.classList.toggle('pictured', datasets.some(hasPictures));
    // Columns have different classes, and the choice of one, which is below, stays in its place.
    const areSeveral = datasets.some(({ statuses: { labels } }) => (labels?.labelling?.columns ?? 1) > 1);
    this.classList.toggle('several', areSeveral);
    const single = datasets.length === 1;
    this.#whose.textContent =
      single && images && labels && images.promised !== labels.promised ? words.counted(labels.promised) : '';
    const shown = datasets.flatMap((dataset) => [
      dataset.counts,
      dataset.statuses.labels?.done,
      naming(dataset).key,
      dataset.name,
    ]);
    const asked = queryId !== this.#queryId;
    const same = shown.length === this.#shown.length && shown.every((part, at) => part === this.#shown[at]);
    if (!isCounted || (same && queryId === this.#queryId)) return;
    if (!same) this.#count(datasets.map(tally));
    this.#shown = shown;
    this.#query = query;
    this.#queryId = queryId;
    // They keep their place, so that nothing below moves.
    this.#choice.inert = query.labels === null;
    this.#except.setAttribute('aria-pressed', String(query.except));
    this.classList.toggle('filtered', query.labels !== null);
    const before = this.#buttons.filter(isPressed);
    for (const button of this.#buttons) {
      button.setAttribute('aria-pressed', String(query.labels !== null && admits(query, Number(button.value))));
    }
    // A key may have chosen a class that is out of view. A user who works in this column has scrolled it already,
    // but on a narrow screen the list has just given room to the button beside it.
    const isStrip = this.#list.scrollWidth > this.#list.clientWidth;
    if (asked && (isStrip || !this.closest('.side')?.contains(document.activeElement)))
      this.#buttons
        .find((button) => isPressed(button) && !before.includes(button))
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {Tally[]} sets */
  #count(sets) {
    const tallies = sets.filter(({ classes }) => classes.length);
    const two = tallies.length > 1;
    /** @type {number[]} */
    const labels = [];
    for (const label of tallies.flatMap(({ classes }) => classes.map(({ label }) => label))) {
      if (!labels.some((known) => Object.is(known, label))) labels.push(label);
    }
    // The classes of one dataset arrive sorted; those of two are merged.
    if (two) labels.sort((one, other) => one - other || 0);
    // Datasets of different sizes are compared by shares.
    const max = Math.max(
      ...tallies.flatMap(({ classes, total }) => classes.map(({ count }) => (two ? count / total : count))),
    );
    this.classList.toggle('compared', two);
    this.#legend.replaceChildren(...(sets.length > 1 ? sets.map((set) => legendEntry(set, tallies.indexOf(set))) : []));
    while (this.#list.children.length > labels.length) this.#list.lastElementChild?.remove();
    this.classList.toggle(
      'named',
      labels.some((label) => tallies.some(({ naming }) => naming.names.has(label))),
    );
    labels.forEach((label, index) => {
      const button = /** @type {HTMLButtonElement} */ (
        (this.#list.children[index] ?? this.#list.appendChild(create())).firstElementChild
      );
      addSecond(button, two);
      const counts = tallies.map(
        ({ classes, more }) => classes.find((known) => Object.is(known.label, label))?.count ?? (more ? NaN : 0),
      );
      const name = [...new Set(tallies.flatMap(({ naming }, at) => (counts[at] ? titled(naming, label) : [])))].join(
        ' / ',
      );
      /** @type {HTMLElement} */ (button.firstElementChild).textContent = name;
      button.value = String(label);
      button.title = words.hint(name);
      tallies.forEach(({ name, total }, at) => {
        const count = counts[at];
        const [bar, figure] = ['i', '.figure'].map(
          (part) => /** @type {HTMLElement} */ (button.querySelectorAll(part)[at]),
        );
        bar.style.setProperty('--share', String((two ? count / total : count) / max || 0));
        figure.textContent = two ? share(count, total) : grouped(count);
        // For screen readers; on screen the position shows the dataset.
        if (two) figure.append(Object.assign(document.createElement('span'), { textContent: words.of(name) }));
      });
    });
    this.#align('bdi', '--name');
    this.#align('.figure', '--figure');
    const notes = tallies.flatMap((set) => {
      const name = two ? set.name : '';
      if (set.more) return [words.more(set.more, name)];
      const gaps = set.complete ? gapsBetween(set.classes.map(({ label }) => label)) : [];
      return gaps.length ? [words.missing(listRanges(gaps), isSeveral(gaps), name)] : [];
    });
    this.#note.hidden = !notes.length && !this.classList.contains('several');
    this.#note.textContent = notes.join(', ');
    if (!this.#buttons.some((button) => button.tabIndex === 0)) this.#stop(this.#buttons[0]);
  }

  /**
   * Gives the parts of all classes the width of the longest, so that the bars begin at one place, and have one scale.
   * @param {string} part
   * @param {string} property
   */
  #align(part, property) {
    let longest = 0;
    // What follows is for screen readers alone.
    for (const { firstChild } of this.#list.querySelectorAll(part))
      longest = Math.max(longest, firstChild?.textContent?.length ?? 0);
    this.#list.style.setProperty(property, `${longest}ch`);
  }

  get #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.#list.querySelectorAll('button')]);
  }

  /**
   * The list is one stop for Tab.
   * @param {HTMLElement | undefined} button
   */
  #stop(button) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    this.#adds = holds(event);
    const at = this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const last = this.#buttons.length - 1;
    const to = { ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#buttons[Math.max(0, Math.min(to, last))].focus();
  }
}

/** @param {HTMLButtonElement} button */
function isPressed(button) {
  return button.getAttribute('aria-pressed') === 'true';
}

/**
 * Whether a key is held that adds to the chosen classes.
 * @param {MouseEvent | KeyboardEvent} event
 */
function holds({ shiftKey, ctrlKey, metaKey }) {
  return shiftKey || ctrlKey || metaKey;
}

/**
 * @param {Dataset} dataset
 * @returns {Tally}
 */
function tally(dataset) {
  const { classes, more } = dataset.counts ?? { classes: [], more: 0 };
  const counted = classes.reduce((sum, { count }) => sum + count, 0);
  const total = more ? (dataset.statuses.labels?.items ?? counted) : counted;
  const complete = !!dataset.statuses.labels?.done;
  return { name: dataset.name, naming: naming(dataset), classes, total, more, complete };
}

/**
 * A count, and its share of all items of a dataset.
 * @param {number} count  NaN if it is unknown
 * @param {number} total
 */
function share(count, total) {
  return Number.isNaN(count) ? words.unknown : words.share(count, total);
}

/**
 * An entry of the legend.
 * @param {Tally} tally
 * @param {number} at  of its bars among those of a class, or -1
 */
function legendEntry({ name }, at) {
  const entry = document.createElement('span');
  const title = document.createElement('bdi');
  title.textContent = at < 0 ? words.noLabels(name) : name;
  if (at >= 0) entry.append(Object.assign(document.createElement('i'), { className: at ? 'two' : '' }));
  entry.append(title);
  return entry;
}

function create() {
  const entry = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  // The space separates the words for screen readers.
  button.append(document.createElement('bdi'), ' ', ...measure(''));
  entry.append(button);
  return entry;
}

/**
 * Adds the bar and the figure of a second dataset, or removes them.
 * @param {HTMLElement} button
 * @param {boolean} two
 */
function addSecond(button, two) {
  const second = button.querySelectorAll(':not(canvas).two');
  if (two && !second.length) button.append(...measure(' two'));
  if (!two) second.forEach((part) => part.remove());
}

/**
 * A bar and a figure.
 * @param {string} side
 */
function measure(side) {
  const [bar, figure] = [document.createElement('i'), document.createElement('span')];
  bar.className = side.trim();
  figure.className = `figure${side}`;
  return [bar, figure];
}
