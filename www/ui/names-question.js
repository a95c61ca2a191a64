/** <names-question>: asks which classes a file has, if several well-known datasets have files of its name. */

import { late } from '../text/late.js';
import { isUnknown } from '../text/naming.js';
import { intend } from './intent.js';
import { quietButton } from './note.js';

/** @import { Dataset } from '../state/index.js' */

/** The names of well-known datasets are the same in every language. @type {[id: string, name: string][]} */
const ANSWERS = [
  ['mnist', 'MNIST'],
  ['fashion-mnist', 'Fashion-MNIST'],
  ['kmnist', 'KMNIST'],
  ['notmnist', 'notMNIST'],
  ['kannada', 'Kannada-MNIST'],
  ['none', late.notes.otherDataset],
];

export class NamesQuestion extends HTMLElement {
  connectedCallback() {
    const question = document.createElement('p');
    question.append(late.notes.whichDataset);
    for (const [id, name] of ANSWERS)
      question.append(
        ' ',
        quietButton(name, () => this.#answer(id)),
      );
    const close = quietButton('×', () => this.#answer('none'));
    Object.assign(close, { className: 'close', ariaLabel: late.notes.closeQuestion, title: late.notes.closeQuestion });
    this.replaceChildren(question, close);
  }

  /** @param {string} names */
  #answer(names) {
    intend(this, { type: 'label', choice: { names } });
    // The answer hides the button that has the focus.
    intend(this, { type: 'focus-dataset' });
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    this.hidden = !isUnknown(dataset);
  }
}
