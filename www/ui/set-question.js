/** <set-question>: asks which of several sets this is, whose files are called alike. */

import { text } from '../text/index.js';
import { isUnknown } from '../text/naming.js';
import { intend } from './intent.js';

/** @import { Dataset } from '../state/index.js' */

/** What can be answered. @type {[id: string, name: string][]} */
const ANSWERS = [
  ['mnist', 'MNIST'],
  ['fashion-mnist', 'Fashion-MNIST'],
  ['kmnist', 'KMNIST'],
  ['notmnist', 'notMNIST'],
  ['kannada', 'Kannada-MNIST'],
  ['none', text.notes.otherDataset],
];

export class SetQuestion extends HTMLElement {
  connectedCallback() {
    const question = document.createElement('p');
    question.append(text.notes.whichDataset);
    for (const [names, name] of ANSWERS) {
      const answer = Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'quiet',
        textContent: name,
      });
      answer.addEventListener('click', () => {
        intend(this, { type: 'label', choice: { names } });
        // The button is gone; the items are there.
        intend(this, { type: 'focus-dataset' });
      });
      question.append(' ', answer);
    }
    this.append(question);
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    this.hidden = !isUnknown(dataset);
  }
}
