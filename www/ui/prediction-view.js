/** <prediction-view>: how the predictions in a file compare with the labels; lists and cells open their items. */

import { markup } from '../platform/trusted.js';
import { baseName } from '../state/index.js';
import { late } from '../text/late.js';
import { grouped } from '../text/numbers.js';
import { numberingIn } from '../text/prediction-numbering.js';
import { ClassFigures } from './class-figures.js';
import { ConfusionMatrix } from './confusion-matrix.js';
import { intend, reportFault } from './intent.js';
import { PredictionComparison } from './prediction-comparison.js';
import { ReliabilityDiagram } from './reliability-diagram.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { PredictionComparison as Comparison, PredictionList } from '../pkg/insight.js'
 * @import { Predicted, PredictionChoice } from '../state/index.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {object} Props
 * @property {number} dataset
 * @property {Predicted[]} all  predictions of the dataset
 * @property {Predicted} shown
 * @property {Predicted | null} other  those that they are compared with
 * @property {Naming} naming
 * @property {(id: number, list: PredictionList) => Promise<Uint32Array>} list
 * @property {(id: number, label: number | null, predicted: number | null) => Promise<Uint32Array>} cell
 * @property {(id: number, other: number) => Promise<Comparison>} compare
 */

customElements.define('class-figures', ClassFigures);
customElements.define('confusion-matrix', ConfusionMatrix);
customElements.define('prediction-comparison', PredictionComparison);
customElements.define('reliability-diagram', ReliabilityDiagram);

/** @type {PredictionList[]} */
const OUTCOMES = ['errors', 'hits', 'missing'];
const RANKED = /** @type {const} */ (['confident-errors', 'unsure-hits', 'smallest-margins']);

const words = late.predictions;
const CONTENT = markup`
  <header>
    <h2 tabindex="-1">${words.title}</h2>
    <label><span>${words.file}</span> <select class="file"></select></label>
    <label class="against"><span>${words.against}</span> <select></select></label>
    <button type="button" class="quiet remove">${words.remove}</button>
    <p class="note"></p>
  </header>
  <div class="summary">
    <p class="accuracy"><b></b> ${words.accuracy}</p>
    <p class="outcomes"></p>
    <dl></dl>
  </div>
  <prediction-comparison hidden></prediction-comparison>
  <section class="lists"><h3>${words.lists}</h3><ul></ul></section>
  <confusion-matrix></confusion-matrix>
  <reliability-diagram></reliability-diagram>
  <class-figures></class-figures>`;

export class PredictionView extends ViewerElement {
  #file = this.find('.file', HTMLSelectElement);
  #against = this.find('.against');
  #others = /** @type {HTMLSelectElement} */ (this.find('.against select'));
  #outcomes = this.find('.outcomes');
  #figures = this.find('dl');
  #lists = this.find('.lists');
  #matrix = this.find('confusion-matrix', ConfusionMatrix);
  #diagram = this.find('reliability-diagram', ReliabilityDiagram);
  #classes = this.find('class-figures', ClassFigures);
  #comparison = this.find('prediction-comparison', PredictionComparison);
  /** @type {Props | null} */
  #props = null;
  /** What is shown, so that nothing is drawn again that has not changed. @type {unknown[]} */
  #drawn = [];

  constructor() {
    super(CONTENT);
    this.#file.addEventListener('change', () => this.#choose({ shown: Number(this.#file.value) }));
    this.#others.addEventListener('change', () => this.#choose({ against: Number(this.#others.value) || null }));
    this.find('.remove').addEventListener('click', () => {
      if (this.#props) intend(this, { type: 'remove-predictions', predictions: this.#props.shown.id });
    });
    this.#matrix.onopen = (label, predicted, title) =>
      this.#show(title, ({ cell, shown }) => cell(shown.id, label, predicted));
    this.#comparison.onopen = (title, items) => this.#show(title, async () => items);
  }

  /** @param {Props | null} props  null while another mode is on */
  render(props) {
    this.#props = props;
    this.hidden = !props;
    if (!props) return;
    const { dataset, all, shown, other, naming, compare } = props;
    const drawn = [dataset, shown.evaluation, other?.evaluation, naming.key, ...all.map(({ id }) => id)];
    if (drawn.length === this.#drawn.length && drawn.every((part, at) => part === this.#drawn[at])) return;
    this.#drawn = drawn;
    const { evaluation, predicted } = shown;
    this.#offer(this.#file, all, shown.id);
    const others = all.filter((one) => one !== shown);
    this.#against.hidden = !others.length;
    this.#offer(this.#others, others, other?.id ?? null, words.nothing);
    const numbering = numberingIn(evaluation);
    this.find('header .note').textContent = [
      ...(numbering ? [words.numbering(numbering.by, numbering.share)] : []),
      words.about(evaluation, predicted.length, shown.names),
      words.kept(baseName(shown.name)),
    ].join(' ');
    this.#summarise(props);
    this.#matrix.render({ evaluation, naming, file: baseName(shown.name) });
    this.#diagram.render(evaluation.calibration);
    this.#classes.render({ evaluation, naming, file: baseName(shown.name) });
    this.#comparison.render(other && { first: shown, second: other, compare: () => compare(shown.id, other.id) });
  }

  /** Takes the focus: not in the list of files, where keys have another meaning. */
  enter() {
    this.find('h2').focus();
  }

  /** @param {Partial<PredictionChoice>} choice */
  #choose(choice) {
    if (this.#props) intend(this, { type: 'choose-predictions', dataset: this.#props.dataset, choice });
  }

  /**
   * Fills a list of files.
   * @param {HTMLSelectElement} select
   * @param {Predicted[]} files
   * @param {number | null} chosen
   * @param {string} [none]  the text for no file
   */
  #offer(select, files, chosen, none) {
    // Archives of two models can have arrays of the same name.
    const areAlike = new Set(files.map(({ name }) => baseName(name))).size < files.length;
    const options = files.map(({ id, name }) => new Option(areAlike ? name : baseName(name), String(id)));
    select.replaceChildren(...(none ? [new Option(none, '')] : []), ...options);
    select.value = String(chosen ?? '');
  }

  /** @param {Props} props */
  #summarise({ shown: { evaluation, predicted } }) {
    const { accuracy, compared, covered, hits, top, averages, calibration } = evaluation;
    this.find('.accuracy').hidden = accuracy === null;
    this.find('.accuracy b').textContent = accuracy === null ? '' : words.percent(accuracy);
    const missing = predicted.length - covered;
    const counts = [compared - hits, hits, ...(missing ? [missing] : [])];
    this.#outcomes.replaceChildren(
      ...(accuracy === null ? [words.noLabels] : counts.map((count, at) => this.#button(OUTCOMES[at], count))),
    );
    const figures = [
      ...top.map(({ k, accuracy }) => [words.top(k), words.percent(accuracy)]),
      ...(averages ?? []).map((average, at) => [words.averages[at], average.toFixed(4), words.averagesHint]),
      ...(calibration ? [[words.ece, calibration.error.toFixed(4)]] : []),
    ];
    this.#figures.replaceChildren(
      ...figures.map(([term, figure, hint = '']) => {
        const entry = Object.assign(document.createElement('div'), { title: hint });
        entry.append(create('dt', term), create('dd', figure));
        return entry;
      }),
    );
    const isRanked = evaluation.scale !== 'class' && compared > 0;
    this.#lists.hidden = !isRanked;
    const sizes = { 'confident-errors': compared - hits, 'unsure-hits': hits, 'smallest-margins': covered };
    this.find('.lists ul').replaceChildren(
      ...RANKED.map((list) => {
        const entry = document.createElement('li');
        entry.append(this.#button(list, sizes[list]), ' ', create('span', words.listHints[list]));
        return entry;
      }),
    );
  }

  /**
   * A button that shows the items of a list.
   * @param {PredictionList} list
   * @param {number} count
   */
  #button(list, count) {
    const { name, title } = words.list[list];
    const button = Object.assign(document.createElement('button'), { type: 'button', disabled: !count });
    button.className = list;
    // The space separates the words for screen readers.
    button.append(...(OUTCOMES.includes(list) ? [create('b', grouped(count)), ` ${name}`] : [name]));
    button.addEventListener('click', () => this.#show(title, ({ list: ask, shown }) => ask(shown.id, list)));
    return button;
  }

  /**
   * Shows items in the grid, in their order.
   * @param {string} title
   * @param {(props: Props) => Promise<Uint32Array>} find
   */
  async #show(title, find) {
    const props = this.#props;
    if (!props) return;
    try {
      const items = await find(props);
      intend(this, { type: 'show-list', list: { title: words.filter(title, baseName(props.shown.name)), items } });
    } catch (error) {
      reportFault(this, props.shown.name, error);
    }
  }
}

/**
 * @param {string} tag
 * @param {string} textContent
 */
function create(tag, textContent) {
  return Object.assign(document.createElement(tag), { textContent });
}
