/** Finds the image under the pointer: one question at a time, about the last place. */

/** @import { Place } from './map-gestures.js' */

export class MapPointer {
  /** Where it is. @type {Place | null} */
  #place = null;
  #isAsking = false;
  #find;
  #onfound;

  /**
   * @param {(place: Place) => Promise<number | null>} find
   * @param {(found: number | null, place: Place | null) => void} onfound  called with null, too, when the pointer has left
   */
  constructor(find, onfound) {
    this.#find = find;
    this.#onfound = onfound;
  }

  /** @param {Place | null} place  null when it leaves */
  async move(place) {
    this.#place = place;
    if (!place) return this.#onfound(null, null);
    if (this.#isAsking) return;
    this.#isAsking = true;
    let asked = null;
    while (this.#place && this.#place !== asked) {
      asked = this.#place;
      const found = await this.#find(asked);
      // It may have left meanwhile.
      if (!this.#place) break;
      this.#onfound(found, asked);
    }
    this.#isAsking = false;
  }
}
