/** The map of the images that a worker of the check holds: it is laid out step by step, and drawn again and again. */

import { groupColours } from '../pkg/insight.js';
import { yieldToMessages } from './scheduling.js';

/** @import { Check, ImageMap, MapRequest } from '../pkg/insight.js' */

/** Milliseconds of work on the layout before messages are answered: few enough for 60 pictures a second. */
const SLICE = 8;

/** @type {ImageMap | null} */
let map = null;
/** Whether the map is being laid out. */
let isRunning = false;

function opened() {
  if (!map) throw new TypeError('there is no map yet');
  return map;
}

/**
 * What the page can ask for.
 * @param {() => Check} check
 */
export const mapMethods = (check) => ({
  /** Starts a map with the principal components. Gives the labels of the classes, by their numbers. */
  openMap() {
    map?.free();
    map = check().map();
    return check().classLabels();
  },

  /** Lays out the map until it is done or stopped, once the images have been compared. Resolves to whether it is done. */
  async layOutMap() {
    const current = opened();
    check().connect(current);
    isRunning = true;
    while (isRunning && current === map) {
      const start = performance.now();
      do if (!current.step()) return !(isRunning = false);
      while (performance.now() - start < SLICE);
      self.postMessage({ layout: current.progress() });
      await yieldToMessages();
    }
    return false;
  },

  /** Stops the layout, which can go on later. */
  stopMap() {
    isRunning = false;
  },

  /**
   * Says which group each image belongs to, 65535 for none; without groups its class.
   * @param {Uint16Array} [groups]
   */
  groupMap: (groups) => opened().group(groups),

  /**
   * Shows these images alone.
   * @param {Uint32Array} places
   */
  showOnMap: (places) => opened().show(places),

  /**
   * Selects these images and no others.
   * @param {Uint32Array} places
   */
  selectOnMap: (places) => opened().select(places),

  /**
   * Colours for so many groups.
   * @param {number} count
   * @param {boolean} onDark
   */
  groupColours: (count, onDark) => groupColours(count, onDark),

  /** @param {MapRequest} request */
  drawMap: (request) => opened().draw(request),

  /**
   * The image at a place of the picture, or within `reach` pixels of it.
   * @param {number} x
   * @param {number} y
   * @param {number} reach
   */
  hitMap: (x, y, reach) => opened().hit(x, y, reach),

  /**
   * The images in an outline.
   * @param {Float32Array} outline  across and down of each corner
   */
  lassoMap: (outline) => opened().within(outline),

  /**
   * The next image in a direction of the picture, and where it is; the one in the middle if there is none to start from.
   * @param {number | undefined} from
   * @param {number} across
   * @param {number} down
   */
  nextOnMap(from, across, down) {
    const place = opened().next(from, across, down);
    return place === undefined ? null : { place, at: opened().find(place) };
  },
});
