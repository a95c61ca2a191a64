/** <look-notes>: what is shown otherwise than it is stored, or would better be, and a button that changes it. */

import { text } from '../text/index.js';
import { intend } from './intent.js';

/** @import { Intent } from './intent.js' */
/** @import { Dataset } from '../state/index.js' */

export class LookNotes extends HTMLElement {
  #turned = note(text.notes.transposed, text.notes.showAsStored, {
    type: 'orient',
    by: '',
  });
  #dark = note(text.notes.bright, text.notes.invert, {
    type: 'invert',
    inverted: true,
  });

  connectedCallback() {
    this.append(this.#turned, this.#dark);
  }

  /** @param {{ dataset: Dataset, inverted: boolean, palette: string }} props */
  render({ dataset: { orientation, statuses }, inverted, palette }) {
    this.#turned.hidden = orientation !== null || !statuses.images?.suggestedOrientation;
    // Of values that are read the wrong way it means nothing.
    this.#dark.hidden =
      inverted || palette !== 'gray' || !statuses.images?.brightBackground || statuses.images.suggestions.length > 0;
    this.hidden = this.#turned.hidden && this.#dark.hidden;
  }
}

/**
 * @param {string} message
 * @param {string} button
 * @param {Intent} intent
 */
function note(message, button, intent) {
  const paragraph = document.createElement('p');
  const action = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet',
    textContent: button,
  });
  action.addEventListener('click', () => intend(action, intent));
  paragraph.append(`${message} `, action);
  return paragraph;
}
