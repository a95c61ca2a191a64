/** <layout-notes>: notes about the layout that a file is read in: what the user chose, and what fits the values better. */

import { shownAs } from '../state/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';
import { byFault, hasWrongLength } from './repairs.js';

/**
 * @import { Slot } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Intent } from './intent.js'
 *
 * @typedef {{ key: string, paragraph: HTMLElement }} Note
 */

/** @type {Slot[]} */
const SLOTS = ['images', 'labels'];

export class LayoutNotes extends HTMLElement {
  /** The keys of the notes shown. */
  #shown = '';
  /** The keys of the notes that the user dismissed. @type {Set<string>} */
  #dismissed = new Set();
  /** @type {Dataset | null} */
  #dataset = null;

  /** @param {Dataset} dataset */
  render(dataset) {
    this.#dataset = dataset;
    const notes = SLOTS.flatMap((slot) => [
      ...chosenLayout(dataset, slot),
      ...slowJumps(dataset, slot),
      ...recalled(dataset, slot),
      ...this.#suggestions(dataset, slot),
    ]);
    const all = [...detectedChannels(dataset), ...this.#itemsLast(dataset), ...notes];
    this.hidden = !all.length;
    const keys = JSON.stringify(all.map(({ key }) => key));
    if (keys === this.#shown) return;
    this.#shown = keys;
    const focused = this.contains(document.activeElement);
    this.replaceChildren(...all.map(({ paragraph }) => paragraph));
    // The button with the focus is gone: the focus goes to the next button, or to the items.
    const next = this.querySelector('button');
    if (focused && next) next.focus();
    else if (focused) intend(this, { type: 'focus-dataset' });
  }

  /**
   * A note for each fault of the header that the values suggest. Its buttons offer the layouts that would fit. A wrong
   * length is a problem: its alert offers them.
   * @param {Dataset} dataset
   * @param {Slot} slot
   * @returns {Note[]}
   */
  #suggestions({ id, statuses }, slot) {
    const status = statuses[slot];
    if (!status || hasWrongLength(status.warnings)) return [];
    return byFault(status).flatMap(([fault, layouts]) => {
      const key = JSON.stringify([id, slot, fault, ...layouts.map((layout) => layout.text)]);
      if (this.#dismissed.has(key)) return [];
      const question = late.layouts.question(fault, slot, status, layouts);
      /** @type {[string, Intent][]} */
      const buttons = layouts.map((way, index) => [
        question.answers[index],
        { type: 'layout', slot, layout: way.text },
      ]);
      return [this.#question(key, question.text, buttons)];
    });
  }

  /**
   * A note that the last dimension may count the images, or that it does.
   * @param {Dataset} dataset
   * @returns {Note[]}
   */
  #itemsLast({ id, itemsLast, imagesLayout, statuses: { images } }) {
    const key = JSON.stringify([id, 'last', itemsLast]);
    const [words, shape] = [late.notes.itemsLast, images?.shape ?? []];
    if (itemsLast === 'moved') {
      const back = note(words.moved([...shape.slice(1), shape[0]]), [
        [late.notes.readAsHeader, { type: 'move-items', areLast: false }],
      ]);
      return [{ key, paragraph: back }];
    }
    if (!itemsLast || imagesLayout || this.#dismissed.has(key)) return [];
    return [this.#question(key, words.question(shape), [[words.answer(shape), { type: 'move-items', areLast: true }]])];
  }

  /**
   * A note that can be dismissed.
   * @param {string} key
   * @param {string} text
   * @param {[string, Intent][]} buttons
   * @returns {Note}
   */
  #question(key, text, buttons) {
    const paragraph = note(text, buttons);
    paragraph.append(
      ' ',
      quietButton(late.notes.dismiss, () => this.#dismiss(key)),
    );
    return { key, paragraph };
  }

  /** @param {string} key */
  #dismiss(key) {
    this.#dismissed.add(key);
    if (this.#dataset) this.render(this.#dataset);
  }
}

/**
 * A note that the user chose another layout than the header's.
 * @param {Dataset} dataset
 * @param {Slot} slot
 * @returns {Note[]}
 */
function chosenLayout({ id, statuses, ...dataset }, slot) {
  const status = statuses[slot];
  const chosen = dataset[`${slot}Layout`];
  if (!status || !chosen || chosen !== status.layout.text) return [];
  const paragraph = note(late.notes.readAs(slot, status.layout), [
    [late.notes.readAsHeader, { type: 'layout', slot, layout: '' }],
  ]);
  return [{ key: JSON.stringify([id, slot, chosen]), paragraph }];
}

/**
 * A note that items far away in the file take long, and why.
 * @param {Dataset} dataset
 * @param {Slot} slot
 * @returns {Note[]}
 */
function slowJumps({ id, statuses }, slot) {
  const reason = statuses[slot]?.slowJump;
  if (!reason) return [];
  return [{ key: JSON.stringify([id, slot, reason]), paragraph: note(late.notes.slowJump(slot, reason), []) }];
}

/**
 * A note that a file was not read to its end, because an earlier visit did that.
 * @param {Dataset} dataset
 * @param {Slot} slot
 * @returns {Note[]}
 */
function recalled({ id, statuses }, slot) {
  if (!statuses[slot]?.recalled) return [];
  const paragraph = note(late.notes.recalled(slot), [[late.notes.checkNow, { type: 'read-again', slot }]]);
  return [{ key: JSON.stringify([id, slot, 'recalled']), paragraph }];
}

/**
 * A note about the order of the colour channels, if the values showed it.
 * @param {Dataset} dataset
 * @returns {Note[]}
 */
function detectedChannels(dataset) {
  const { detectedShape: detected = [], channels = 1 } = dataset.statuses.images ?? {};
  if (!detected.length || dataset.shape || shownAs(dataset) !== 'images') return [];
  const last = detected[2] === channels;
  const other = last ? [detected[2], detected[0], detected[1]] : [detected[1], detected[2], detected[0]];
  const paragraph = note(late.notes.channels(last, detected), [
    [late.notes.showAs(other), { type: 'shape', shape: other.join('x') }],
  ]);
  return [{ key: JSON.stringify([dataset.id, detected]), paragraph }];
}
