/** <names-question>: asks which classes a file has, if several well-known datasets have files of its name. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { isUnknown } from '../text/naming.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset } from '../state/index.js' */

const words = late.notes;
/** The names of well-known datasets are the same in every language. */
const CONTENT = markup`
  <span class="asked">${words.whichDataset}</span>
  <span class="answers">
    <button type="button" class="quiet" value="mnist">MNIST</button>
    <button type="button" class="quiet" value="fashion-mnist">Fashion-MNIST</button>
    <button type="button" class="quiet" value="kmnist">KMNIST</button>
    <button type="button" class="quiet" value="notmnist">notMNIST</button>
    <button type="button" class="quiet" value="kannada">Kannada-MNIST</button>
  </span>
  <button type="button" class="quiet" value="none">${words.otherDataset}</button>
  <button type="button" class="close" value="none" aria-label="${words.closeQuestion}" title="${words.closeQuestion}">×</button>`;

export class NamesQuestion extends ViewerElement {
  constructor() {
    super(CONTENT);
    this.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLButtonElement)) return;
      intend(this, { type: 'label', choice: { names: target.value } });
      // The answer hides the button that has the focus.
      intend(this, { type: 'focus-dataset' });
    });
  }

  /** @override */
  watch() {
    this.role = 'group';
    this.ariaLabel = words.whichDataset;
  }

  /** @param {Dataset} dataset */
  render(dataset) {
    this.hidden = !isUnknown(dataset);
  }
}
