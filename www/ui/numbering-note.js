/** <numbering-note>: asks what to do if the names of classes count from another number than the labels. */

import { baseName } from '../state/index.js';
import { linesOf } from '../text/class-names.js';
import { late } from '../text/late.js';
import { naming, shiftOf } from '../text/naming.js';
import { intend } from './intent.js';
import { note } from './note.js';

/** @import { Dataset } from '../state/index.js' */

const words = late.notes;

export class NumberingNote extends HTMLElement {
  #shown = '';

  /** @param {Dataset} dataset */
  render(dataset) {
    const shift = shiftOf(dataset);
    this.hidden = !shift;
    const shown = shift ? `${dataset.id} ${naming(dataset).key}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    // The answer removes the button that has the focus.
    if (this.contains(document.activeElement)) intend(this, { type: 'focus-dataset' });
    if (!shift) return this.replaceChildren();
    const { mapping, names } = naming(dataset);
    const called = linesOf(new Map(Array.from(names, ([label, name]) => [label + shift.by, name])));
    this.replaceChildren(
      note(words.numbering(baseName(mapping?.name ?? ''), shift.first - shift.by, shift.first), [
        [words.countFrom(shift.first), { type: 'label', choice: { names: 'typed', called } }],
        [words.keepNames, { type: 'label', choice: { names: 'mapping' } }],
      ]),
    );
  }
}
