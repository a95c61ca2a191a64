/** How the files of a dataset are read and shown: the layouts and the arrangement that the user chose. */

/**
 * @import { Dataset } from './dataset.js'
 * @import { Slot } from './protocol.js'
 *
 * @typedef {{ orientation: string | null, shape: string, show: string, axes: string }} Arrangement  how images are turned, shaped, shown and cut
 */

export class Presentation {
  /** The layouts that the user chose, in the form of links; '' for the header's. @type {Record<Slot, string>} */
  #layouts = { images: '', labels: '' };
  /** @type {Arrangement} */
  #arrangement = { orientation: null, shape: '', show: '', axes: '' };
  #dataset;

  /** @param {Dataset} dataset */
  constructor(dataset) {
    this.#dataset = dataset;
  }

  /**
   * The layout that a file is read in, if that is not the header's.
   * @param {Slot} slot
   */
  layout(slot) {
    return this.#layouts[slot] || this.#dataset.files[slot]?.as || '';
  }

  /**
   * Reads a file in another layout.
   * @param {Slot} slot
   * @param {string} layout  in the form of links; '' for the header's
   */
  async readAs(slot, layout) {
    if (layout === this.#layouts[slot]) return;
    this.#layouts[slot] = layout;
    const { engine, files } = this.#dataset;
    const file = files[slot];
    // Without an engine it is read later.
    if (!file || !engine) return;
    // After a restart the layout is applied again.
    await engine.call('readAs', slot, this.layout(slot) || undefined).catch(() => {});
    if (file === this.#dataset.files[slot] && layout === this.#layouts[slot]) await this.#dataset.review(slot);
  }

  /**
   * Changes how the images are shown. A status follows when it is done.
   * @param {Arrangement} arrangement
   */
  arrange({ orientation, shape, show, axes }) {
    const before = this.#arrangement;
    if (orientation === before.orientation && shape === before.shape && show === before.show && axes === before.axes)
      return;
    this.#arrangement = { orientation, shape, show, axes };
    this.#rearrange();
  }

  /**
   * Applies everything to a file that the engine opens.
   * @param {Slot} slot
   */
  apply(slot) {
    const { orientation, shape, show, axes } = this.#arrangement;
    if (slot === 'images' && (orientation !== null || shape || show || axes)) this.#rearrange();
    const layout = this.layout(slot);
    if (layout) this.#dataset.engine?.call('readAs', slot, layout).catch(() => {});
  }

  #rearrange() {
    const { orientation, shape, show, axes } = this.#arrangement;
    this.#dataset.engine
      ?.call(
        'arrange',
        orientation ?? undefined,
        shape ? Uint32Array.from(shape.split('x'), Number) : undefined,
        show || undefined,
        axes ? axes.split(',') : undefined,
      )
      .catch(() => {});
  }
}
