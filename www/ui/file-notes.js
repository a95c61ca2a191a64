/** <file-notes>: notes about how the files on screen are matched, read and shown, each with buttons that change it. */

import { markup } from '../platform/trusted.js';
import { LayoutNotes } from './layout-notes.js';
import { NumberingNote } from './numbering-note.js';
import { PairingNote } from './pairing-note.js';
import { StyleNotes } from './style-notes.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset } from '../state/index.js' */

customElements.define('layout-notes', LayoutNotes);
customElements.define('numbering-note', NumberingNote);
customElements.define('pairing-note', PairingNote);
customElements.define('style-notes', StyleNotes);

const CONTENT = markup`
  <pairing-note></pairing-note>
  <numbering-note></numbering-note>
  <style-notes></style-notes>
  <layout-notes></layout-notes>`;

export class FileNotes extends ViewerElement {
  #pairing = this.find('pairing-note', PairingNote);
  #numbering = this.find('numbering-note', NumberingNote);
  #style = this.find('style-notes', StyleNotes);
  #layout = this.find('layout-notes', LayoutNotes);

  constructor() {
    super(CONTENT);
  }

  /** @param {{ dataset: Dataset, inverted: boolean, palette: string }} props */
  render({ dataset, inverted, palette }) {
    this.#pairing.render(dataset);
    this.#numbering.render(dataset);
    this.#style.render({ dataset, inverted, palette });
    this.#layout.render(dataset);
    this.hidden = [this.#pairing, this.#numbering, this.#style, this.#layout].every(({ hidden }) => hidden);
  }
}
