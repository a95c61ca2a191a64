/** <check-findings>: the lists of the check's view with their counts, and facts. A click shows a list. */

import { markup } from '../platform/trusted.js';
import { CHECK_LISTS, comparedItems, EVERYTHING, entriesOf, extent, gapsBetween, ItemSet } from '../state/index.js';
import { check as words } from '../text/check.js';
import { listRanges } from '../text/filter.js';
import { itemKind } from '../text/item-kind.js';
import { naming, titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Check, CheckList, Dataset, Range } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Check | null} check
 * @property {CheckList} list  the one that is shown
 * @property {number} others  how many datasets it was compared with
 * @property {(dataset: number) => string} nameOf  a dataset
 */

const CONTENT = markup`
  <h2>${words.list}</h2>
  <ul class="findings"></ul>
  <h2>${words.other}</h2>
  <ul class="other"></ul>
  <h2>${words.facts}</h2>
  <ul class="facts"></ul>
  <p class="note"></p>`;

export class CheckFindings extends ViewerElement {
  #buttons = CHECK_LISTS.map((name) => {
    const button = entry(words.lists[name].name);
    button.addEventListener('click', () => intend(this, { type: 'mode', mode: name }));
    return { name, button };
  });
  #note = this.find('.note');
  /** The facts on screen, and what they were made of. */
  #facts = '';
  /** @type {unknown[]} */
  #made = [];

  constructor() {
    super(CONTENT);
    for (const { name, button } of this.#buttons)
      this.find(name === 'listed' ? '.other' : '.findings').append(item(button));
  }

  /** @param {Props} props */
  render({ dataset, check, list, others, nameOf }) {
    for (const { name, button } of this.#buttons) {
      const count = name === 'listed' ? extent(dataset) : check && entriesOf(check, name)?.length;
      button.ariaCurrent = name === list ? 'true' : null;
      button.children[1].textContent = count === null || count === undefined ? words.unknown : grouped(count);
      /** @type {HTMLElement} */ (button.parentElement).hidden = name === 'leaks' && !others;
    }
    this.#renderFacts(dataset, check, nameOf);
    const { plan, stage, fault, duration } = check ?? {};
    const compared = plan?.sets.reduce((sum, { count }) => sum + count, 0) ?? 0;
    this.#note.textContent = check && !stage && !fault ? words.done(compared, duration ?? 0, itemKind(dataset)) : '';
  }

  /**
   * @param {Dataset} dataset
   * @param {Check | null} check
   * @param {Props['nameOf']} nameOf
   */
  #renderFacts(dataset, check, nameOf) {
    const names = check?.plan.sets.map((set) => nameOf(set.dataset)).join();
    const { counts, statuses, jobs } = dataset;
    const made = [counts, statuses, dataset.show, jobs.statistics?.report, check?.results, naming(dataset).key, names];
    if (made.every((part, at) => part === this.#made[at])) return;
    this.#made = made;
    const known = [...facts(dataset, check), ...differences(dataset, check, nameOf)];
    const key = JSON.stringify(known);
    if (key !== this.#facts) this.find('.facts').replaceChildren(...known.map((fact) => this.#fact(fact)));
    this.#facts = key;
  }

  /** @param {Fact} fact */
  #fact({ name, value, items }) {
    const button = entry(name, value);
    button.disabled = !items;
    if (items)
      button.addEventListener('click', () => {
        // In place of any other filter: the count is that of the whole dataset.
        intend(this, { type: 'find', change: { ...EVERYTHING, items } });
        intend(this, { type: 'mode', mode: 'listed' });
      });
    return item(button);
  }
}

/** @typedef {{ name: string, value: string, items: Range[] | null }} Fact  what a list of items or a count says about a dataset */

/**
 * @param {Dataset} dataset
 * @param {Check | null} check
 * @returns {Fact[]}
 */
function facts(dataset, check) {
  const {
    jobs,
    counts,
    statuses: { images, labels },
  } = dataset;
  const report = jobs.statistics?.report;
  const lists = report && report.items === report.total ? report.checks : [];
  const constant = check?.results.duplicates?.constant;
  /** @type {Fact[]} */
  const found = lists.map(({ name, items, ranges }) => ({
    name: words.images[name],
    value: grouped(items),
    items: items ? pairs(ranges) : null,
  }));
  if (constant)
    found.push({
      name: words.constant,
      value: grouped(constant.length),
      items: constant.length ? ItemSet.of(comparedItems(dataset, [...constant])).ranges() : null,
    });
  if (!counts || !labels) return found;
  const sizes = counts.classes.map(({ count }) => count);
  const [min, max] = [Math.min(...sizes), Math.max(...sizes)];
  const gaps = gapsBetween(counts.classes.map(({ label }) => label));
  const unlabelled = (images?.items ?? 0) - labels.items;
  const { notOneHot } = labels.labelling ?? { notOneHot: [] };
  return [
    ...found,
    ...(notOneHot.length
      ? [{ name: words.notOneHot, value: grouped(notOneHot.length), items: ItemSet.of(notOneHot).ranges() }]
      : []),
    {
      name: words.balance(itemKind(dataset)),
      value: sizes.length ? words.between(min, max) : words.unknown,
      items: null,
    },
    { name: words.gaps, value: gaps.length ? listRanges(gaps) : '0', items: null },
    {
      name: words.withoutLabel,
      value: grouped(Math.max(0, unlabelled)),
      items: unlabelled > 0 ? [[labels.items, (images?.items ?? 0) - 1]] : null,
    },
  ];
}

/**
 * In what the datasets that took part differ from the checked one.
 * @param {Dataset} dataset
 * @param {Check | null} check
 * @param {Props['nameOf']} nameOf
 * @returns {Fact[]}
 */
function differences(dataset, check, nameOf) {
  const { sets = [] } = check?.plan ?? {};
  const compared = check?.results.differences;
  if (!compared) return [];
  return sets.slice(1).flatMap(({ dataset: id, count, total }, index) => {
    const own = compared.differences.filter(({ set }) => set === index + 1);
    // A sample may lack a rare class that its dataset has.
    const unknown = count < total ? [] : compared.unknown[index];
    const found = own.map(({ kind, label, first, second }) => ({
      name: words.differs[kind](nameOf(id), label === null ? '' : titled(naming(dataset), label)),
      value: kind === 'share' ? words.shares(first, second) : words.values(first, second),
      items: /** @type {Range[] | null} */ (null),
    }));
    if (unknown.length)
      found.push({
        name: words.unknownClass(nameOf(id)),
        value: grouped(unknown.length),
        items: ItemSet.of(comparedItems(dataset, [...unknown])).ranges(),
      });
    return found.length ? found : [{ name: words.differences(nameOf(id)), value: words.noDifference, items: null }];
  });
}

/**
 * @param {number[]} ends
 * @returns {Range[]}
 */
function pairs(ends) {
  return Array.from({ length: ends.length / 2 }, (_, index) => [ends[2 * index], ends[2 * index + 1]]);
}

/**
 * @param {string} name
 * @param {string} [value]
 */
function entry(name, value = '') {
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  button.append(
    Object.assign(document.createElement('span'), { textContent: name }),
    Object.assign(document.createElement('b'), { textContent: value }),
  );
  return button;
}

/** @param {HTMLElement} content */
function item(content) {
  const line = document.createElement('li');
  line.append(content);
  return line;
}
