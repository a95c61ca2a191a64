/** <prediction-comparison>: where the predictions in two files agree with each other and with the labels. */

import { markup } from '../platform/trusted.js';
import { baseName } from '../state/index.js';
import { late } from '../text/late.js';
import { grouped } from '../text/numbers.js';
import { reportFault } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { PredictionComparison as Comparison } from '../pkg/insight.js'
 * @import { Predicted } from '../state/index.js'
 *
 * @typedef {object} Props
 * @property {Predicted} first
 * @property {Predicted} second
 * @property {() => Promise<Comparison>} compare
 */

const words = late.predictions;
const CONTENT = markup`
  <h3>${words.comparison}</h3>
  <p class="note"></p>
  <ul></ul>`;

export class PredictionComparison extends ViewerElement {
  #list = this.find('ul');
  /** @type {Props | null} */
  #props = null;

  /** Called when the user wants the items of a group. */
  onopen = /** @type {(title: string, items: Uint32Array) => void} */ (() => {});

  constructor() {
    super(CONTENT);
  }

  /** @param {Props | null} props */
  async render(props) {
    this.#props = props;
    this.hidden = !props;
    if (!props) return;
    const { first, second, compare } = props;
    const [one, other] = [first, second].map(({ name }) => baseName(name));
    const [share, otherShare] = [first, second].map(({ evaluation }) => words.percent(evaluation.accuracy ?? 0));
    this.find('.note').textContent = words.accuracies(one, other, share, otherShare);
    this.#list.replaceChildren();
    try {
      const found = await compare();
      // Another file may have been chosen meanwhile.
      if (props !== this.#props) return;
      const groups = words.groups(one, other);
      this.#list.replaceChildren(
        ...Object.entries(groups).map(([group, { name, title }]) =>
          this.#entry(name, title, found[/** @type {keyof Comparison} */ (group)]),
        ),
      );
    } catch (error) {
      reportFault(this, second.name, error);
    }
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {Uint32Array} items
   */
  #entry(name, title, items) {
    const entry = document.createElement('li');
    const button = Object.assign(document.createElement('button'), { type: 'button', disabled: !items.length });
    const count = Object.assign(document.createElement('b'), { textContent: grouped(items.length) });
    button.append(count, ` ${name}`);
    button.addEventListener('click', () => this.onopen(title, items));
    entry.append(button);
    return entry;
  }
}
