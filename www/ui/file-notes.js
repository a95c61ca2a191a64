/** <file-notes>: notes about how the files on screen are read and shown, each with buttons that change it. */

import { markup } from '../platform/trusted.js';
import { LayoutNotes } from './layout-notes.js';
import { StyleNotes } from './style-notes.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset } from '../state/index.js' */

customElements.define('layout-notes', LayoutNotes);
customElements.define('style-notes', StyleNotes);

const CONTENT = markup`
  <style-notes></style-notes>
  <layout-notes></layout-notes>`;

export class FileNotes extends ViewerElement {
  #style = this.find('style-notes', StyleNotes);
  #layout = this.find('layout-notes', LayoutNotes);

  constructor() {
    super(CONTENT);
  }

  /** @param {{ dataset: Dataset, inverted: boolean, palette: string }} props */
  render({ dataset, inverted, palette }) {
    this.#style.render({ dataset, inverted, palette });
    this.#layout.render(dataset);
    this.hidden = this.#style.hidden && this.#layout.hidden;
  }
}
