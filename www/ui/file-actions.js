/** Carries out the intents about files: opening, pairing, reading, showing their bytes, closing. */

import { current, EVERYTHING, isRunning, itemAt, view } from '../state/index.js';
import { openCurrent } from './current-dialog.js';
import { isPicture } from './dropped.js';

/**
 * @import { Cell } from '../pkg/convert.js'
 * @import { Library } from '../engine/library.js'
 * @import { Slot } from '../engine/protocol.js'
 * @import { Store } from '../session/store.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Offset } from './bytes-view.js'
 * @import { Entry } from './dropped.js'
 * @import { Focus } from './focus.js'
 * @import { Frame } from './frame.js'
 * @import { Intent } from './intent.js'
 * @import { WrongByte } from './raw-bytes.js'
 * @import { View } from './view.js'
 *
 * @typedef {{ type: 'files', entries: Entry[] }
 *   | { type: 'open-picture', picture: Entry }
 *   | { type: 'pair', labels: number | null }
 *   | { type: 'separate', slot: Slot, layout: string }
 *   | { type: 'read-refused', alert: string, layout: string }
 *   | { type: 'cut', alert: string, cell: Cell }
 *   | { type: 'choose-label', alert: string, column: number }
 *   | { type: 'move-items', areLast: boolean }
 *   | { type: 'byte-of-alert', alert: string, file: string, byte: WrongByte }
 *   | { type: 'close', dataset: number }
 *   | { type: 'predict', dataset: number, file: number }
 *   | { type: 'remove-predictions', predictions: number }
 *   | { type: 'budget', budget: number }
 *   | { type: 'read-again', slot: Slot }
 *   | { type: 'bytes' | 'expect-files' | 'pick' | 'cancel' | 'cancel-intake' }} FileIntent
 */

/** @type {Intent['type'][]} */
const TYPES = [
  'expect-files',
  'files',
  'open-picture',
  'pair',
  'separate',
  'bytes',
  'byte-of-alert',
  'read-refused',
  'cut',
  'choose-label',
  'move-items',
  'close',
  'predict',
  'remove-predictions',
  'budget',
  'read-again',
  'pick',
  'cancel',
  'cancel-intake',
];

/**
 * @param {Intent} intent
 * @returns {intent is FileIntent}
 */
export function isOfFiles(intent) {
  return TYPES.includes(intent.type);
}

export class FileActions {
  #store;
  #library;
  #view;
  #focus;
  #frame;

  /**
   * @param {Store} store
   * @param {Library} library
   * @param {View} view
   * @param {Focus} focus
   * @param {Frame} frame
   */
  constructor(store, library, view, focus, frame) {
    this.#store = store;
    this.#library = library;
    this.#view = view;
    this.#focus = focus;
    this.#frame = frame;
  }

  /**
   * @param {FileIntent} intent
   * @param {Dataset | null} shown  in the pane where the user asks for it
   */
  act(intent, shown) {
    const dataset = current(this.#store.state);
    switch (intent.type) {
      case 'expect-files':
        return this.#library.expect();
      case 'files':
        return this.#open(intent.entries);
      case 'open-picture':
        return this.#library.add([intent.picture], dataset?.id ?? null);
      case 'pick':
        return this.#frame.dropZone.pick();
      case 'pair':
        return dataset ? this.#library.pair(dataset.id, intent.labels) : undefined;
      case 'separate':
        return shown ? this.#library.separate(shown.id, intent.slot, intent.layout) : undefined;
      case 'cancel-intake':
        return this.#library.cancelIntake();
      case 'cancel':
        return this.#cancel();
      case 'close':
        return this.#close(intent.dataset);
      case 'predict':
        return this.#library.predict(intent.dataset, intent.file);
      case 'remove-predictions':
        return dataset ? this.#library.removePredictions(dataset.id, intent.predictions) : undefined;
      case 'budget':
        return dataset ? this.#library.keep(dataset.id, intent.budget) : undefined;
      case 'read-again':
        return shown ? this.#library.dataset(shown.id)?.readAgain(intent.slot) : undefined;
      case 'read-refused':
        return this.#library.answers.readRefused(intent.alert, intent.layout);
      case 'cut':
        return this.#library.answers.cut(intent.alert, intent.cell);
      case 'choose-label':
        return this.#chooseLabel(intent);
      case 'move-items':
        return shown ? this.#moveItems(shown.id, intent.areLast) : undefined;
      case 'bytes':
        return this.#showBytes(null);
      case 'byte-of-alert':
        return this.#showByteOfAlert(intent);
    }
  }

  /**
   * Reads a table with another label, and shows the same items.
   * @param {Extract<FileIntent, { type: 'choose-label' }>} intent
   */
  async #chooseLabel({ alert, column }) {
    let { state } = this.#store;
    // The user may go on meanwhile.
    const follow = () => (state = this.#store.state);
    await this.#library.answers.chooseLabel(alert, column, follow);
    const [before, after] = [current(state), current(this.#store.state)];
    if (!before || !after || after.id === before.id || after.name !== before.name) return;
    const { item } = state;
    this.#store.dispatch(item === null ? { type: 'show-place', at: before.at } : { type: 'open', item });
  }

  /**
   * Puts the last dimension of the images first, or back. The focus goes to the note that takes the place of the one that had it.
   * @param {number} id  of their dataset
   * @param {boolean} areLast
   */
  async #moveItems(id, areLast) {
    const notes = document.activeElement?.closest('layout-notes');
    await this.#library.answers.moveItems(id, areLast);
    this.#store.draw();
    notes?.querySelector('button')?.focus();
  }

  /**
   * Shows the bytes of the header, and of an item: the one in the panel, or the first on the page.
   * @param {Offset | null} at  of the byte to show instead of the item
   */
  #showBytes(at) {
    openCurrent(this.#view.bytes, this.#store, this.#library, (bytes, { state, dataset, engine }) => {
      const item = state.item ?? itemAt(dataset, view(state).first) ?? 0;
      const files = this.#library.dataset(dataset.id)?.files;
      bytes.open({ dataset, item, engine, firstNumber: state.firstNumber, files }, at);
    });
  }

  /**
   * Shows the byte that an alert is about.
   * @param {Extract<FileIntent, { type: 'byte-of-alert' }>} intent
   */
  #showByteOfAlert({ alert, file, byte }) {
    const { state } = this.#store;
    const isOf = (/** @type {number | null} */ id) => alert === `file:${id}`;
    // Two datasets can have the same labels.
    const datasets = [current(state), ...state.datasets].filter((dataset) => dataset !== null);
    const holder = datasets.find(({ images, labels }) => isOf(images) || isOf(labels));
    if (holder && this.#library.engine(holder.id)) {
      this.#store.dispatch({ type: 'show-dataset', dataset: holder.id });
      return this.#showBytes({ slot: isOf(holder.images) ? 'images' : 'labels', ...byte });
    }
    const place = this.#library.placeOf(alert);
    if (place) this.#view.raw.use((raw) => raw.open({ name: file, place, ...byte }));
  }

  /**
   * Opens files. A picture alone is what the user looks for among the images of the open dataset.
   * @param {Entry[]} entries
   */
  async #open(entries) {
    const [first] = entries;
    const isLookedFor = current(this.#store.state) && entries.length === 1 && (await isPicture(first));
    if (isLookedFor && this.#view.openSketch(this.#store, first)) return;
    if (entries.length) return this.#library.add(entries, current(this.#store.state)?.id ?? null);
    const fault = { name: 'NothingDropped' };
    this.#store.dispatch({ type: 'alert', alert: { key: 'nothing', file: '', severe: true, faults: [fault] } });
  }

  /** Cancels the work that the progress bar shows: reading, or else a search. */
  #cancel() {
    const dataset = current(this.#store.state);
    if (!dataset) return;
    const { images, labels } = dataset.statuses;
    const reads = [images, labels].some((status) => status?.done === false);
    if (isRunning(dataset, 'search') && !reads) this.#store.dispatch({ type: 'find', change: EVERYTHING });
    else this.#library.cancel(dataset.id);
  }

  /** @param {number} dataset */
  #close(dataset) {
    this.#library.close(dataset);
    this.#store.draw();
    // Otherwise Enter, pressed again, would close the next one.
    if (!current(this.#store.state)) return this.#frame.dropZone.enter();
    this.#view.tabs.enter();
    if (!this.#view.tabs.contains(document.activeElement)) this.#focus.toPane(this.#store.state.active);
  }
}
