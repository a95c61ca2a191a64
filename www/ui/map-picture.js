/** The picture of the map: asked for one at a time, whatever changes meanwhile, with the names of the groups over it. */

import { paint } from './paint.js';

/**
 * @import { MapPicture as Picture, MapRequest } from '../pkg/insight.js'
 */

/** Device pixels of a picture at most, so that it can be drawn 60 times a second. */
const MAX_PIXELS = 4e6;
/** CSS pixels around the middle of a name that no other name covers. */
const ROOM = { x: 36, y: 16 };

export class MapPicture {
  #canvas;
  #names;
  #load;
  /** @type {Promise<void> | null} */
  #drawing = null;
  #isOutdated = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} names  where the names of the groups stand
   * @param {(size: Pick<MapRequest, 'width' | 'height' | 'unit'>) => Promise<{ picture: Picture, names: string[] } | null>} load
   */
  constructor(canvas, names, load) {
    this.#canvas = canvas;
    this.#names = names;
    this.#load = load;
  }

  /** Device pixels of the picture for a CSS pixel. */
  get unit() {
    const { clientWidth, clientHeight } = this.#canvas;
    return Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / Math.max(1, clientWidth * clientHeight)));
  }

  /**
   * Draws the map, once the picture that is on its way is here.
   * @returns {Promise<void>} ends when the picture is as wanted
   */
  draw() {
    this.#isOutdated = true;
    this.#drawing ??= this.#run().finally(() => {
      this.#drawing = null;
      return this.#isOutdated ? this.draw() : undefined;
    });
    return this.#drawing;
  }

  async #run() {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const { unit } = this;
      const { clientWidth, clientHeight } = this.#canvas;
      const [width, height] = [clientWidth, clientHeight].map((length) => Math.round(length * unit));
      if (!width || !height) break;
      const drawn = await this.#load({ width, height, unit }).catch(() => null);
      if (!drawn) break;
      // The screen shows no more than one picture for each frame.
      await new Promise(requestAnimationFrame);
      const { pixels, names } = drawn.picture;
      paint(this.#canvas, new ImageData(pixels, width, height));
      this.#write(drawn.names, names, unit);
    }
  }

  /**
   * Writes the names of groups; where there is no room for all, those of the largest ones.
   * @param {string[]} names
   * @param {Float32Array} places  of each group, and how many points of it are shown
   * @param {number} unit
   */
  #write(names, places, unit) {
    const { clientWidth, clientHeight } = this.#canvas;
    /** @type {[number, number][]} */
    const taken = [];
    while (this.#names.children.length > names.length) this.#names.lastElementChild?.remove();
    while (this.#names.children.length < names.length) this.#names.append(document.createElement('li'));
    const groups = names.map((name, group) => ({ name, group, place: places.subarray(3 * group, 3 * group + 3) }));
    for (const { name, group, place } of groups.sort((one, other) => other.place[2] - one.place[2])) {
      const [x, y] = [place[0] / unit, place[1] / unit];
      const isFree = taken.every(([left, top]) => Math.abs(x - left) > ROOM.x || Math.abs(y - top) > ROOM.y);
      const isShown = isFree && x > 0 && y > 0 && x < clientWidth && y < clientHeight;
      const label = /** @type {HTMLElement} */ (this.#names.children[group]);
      if (label.textContent !== name) label.textContent = name;
      label.hidden = !isShown;
      if (!isShown) continue;
      taken.push([x, y]);
      label.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    }
  }
}
