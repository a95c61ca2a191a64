/** <style-notes>: notes about the orientation and the background of images, with buttons that change them. */

import { late } from '../text/late.js';
import { note } from './note.js';

/** @import { Dataset } from '../state/index.js' */

const words = late.notes;

export class StyleNotes extends HTMLElement {
  #transposed = note(words.transposed, [[words.showAsStored, { type: 'orient', by: '' }]]);
  #bright = note(words.bright, [[words.invert, { type: 'invert', inverted: true }]]);

  connectedCallback() {
    this.replaceChildren(this.#transposed, this.#bright);
  }

  /** @param {{ dataset: Dataset, inverted: boolean, palette: string }} props */
  render({ dataset: { orientation, statuses }, inverted, palette }) {
    const { images } = statuses;
    this.#transposed.hidden = orientation !== null || !images?.suggestedOrientation;
    // In the wrong layout, bright edges mean nothing. With more or fewer items, each is as it was.
    const isBright = images?.brightBackground && images.suggestions.every(({ fault }) => fault === 'Count');
    this.#bright.hidden = inverted || palette !== 'gray' || !isBright;
    this.hidden = this.#transposed.hidden && this.#bright.hidden;
  }
}
