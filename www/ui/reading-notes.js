/** <reading-notes>: that a file is read otherwise than its header says, or would better be, and buttons that change it. */

import { shownAs } from '../state/index.js';
import { text } from '../text/index.js';
import { intend } from './intent.js';

/** @import { Intent } from './intent.js' */
/** @import { Slot } from '../engine/protocol.js' */
/** @import { Dataset } from '../state/index.js' */

/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];

export class ReadingNotes extends HTMLElement {
  /** What the notes say. */
  #said = '';
  /** Notes that somebody has seen enough of. @type {Set<string>} */
  #dismissed = new Set();
  /** @type {Dataset | null} */
  #dataset = null;

  /** @param {Dataset} dataset */
  render(dataset) {
    this.#dataset = dataset;
    const said = [...channels(dataset), ...SLOTS.flatMap((slot) => this.#notes(dataset, slot))];
    const keys = JSON.stringify(said.map(({ key }) => key));
    this.hidden = !said.length;
    if (keys === this.#said) return;
    this.#said = keys;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(...said.map(({ paragraph }) => paragraph));
    // Whoever has pressed a button that is gone goes on with the next, or with the items.
    const next = this.querySelector('button');
    if (focused && next) next.focus();
    else if (focused) intend(this, { type: 'focus-dataset' });
  }

  /**
   * What there is to say of how a file is read: that it is otherwise than its header says, and how it would make more
   * sense.
   * @param {Dataset} dataset
   * @param {Slot} slot
   */
  #notes({ id, statuses, ...dataset }, slot) {
    const status = statuses[slot];
    if (!status) return [];
    const notes = [];
    const chosen = dataset[`${slot}Layout`];
    if (chosen && chosen === status.layout.text) {
      const key = JSON.stringify([id, slot, chosen]);
      notes.push({
        key,
        paragraph: note(text.notes.readAs(slot, status.layout), [
          [text.notes.readAsHeader, { type: 'layout', slot, layout: '' }],
        ]),
      });
    }
    for (const fault of new Set(status.suggestions.map(({ fault }) => fault))) {
      const ways = status.suggestions.filter((suggestion) => suggestion.fault === fault).map(({ layout }) => layout);
      const key = JSON.stringify([id, slot, fault, ...ways.map((layout) => layout.text)]);
      if (this.#dismissed.has(key)) continue;
      const question = text.layouts.question(fault, slot, status, ways);
      /** @type {[string, Intent][]} */
      const buttons = ways.map((way, index) => [question.answers[index], { type: 'layout', slot, layout: way.text }]);
      if (fault === 'Another')
        buttons.unshift([text.notes.openSeparately, { type: 'separate', slot, layout: ways[0].text }]);
      const paragraph = note(question.text, buttons);
      const dismiss = Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'quiet',
        textContent: text.notes.dismiss,
      });
      dismiss.addEventListener('click', () => {
        this.#dismissed.add(key);
        if (this.#dataset) this.render(this.#dataset);
      });
      paragraph.append(' ', dismiss);
      notes.push({ key, paragraph });
    }
    return notes;
  }
}

/**
 * That the values have told where the channels of a colour are.
 * @param {Dataset} dataset
 */
function channels(dataset) {
  const { detectedShape: detected = [], channels = 1 } = dataset.statuses.images ?? {};
  if (!detected.length || dataset.shape || shownAs(dataset) !== 'images') return [];
  const last = detected[2] === channels;
  const other = last ? [detected[2], detected[0], detected[1]] : [detected[1], detected[2], detected[0]];
  const paragraph = note(text.notes.channels(last, detected), [
    [text.notes.showAs(other), { type: 'shape', shape: other.join('x') }],
  ]);
  return [{ key: JSON.stringify([dataset.id, detected]), paragraph }];
}

/**
 * @param {string} message
 * @param {[string, Intent][]} buttons
 */
function note(message, buttons) {
  const paragraph = document.createElement('p');
  paragraph.append(message);
  for (const [name, intent] of buttons) {
    const action = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: name,
    });
    action.addEventListener('click', () => intend(action, intent));
    paragraph.append(' ', action);
  }
  return paragraph;
}
