/** The map that a worker of the check has opened, with items in place of places among all images that were compared. */

import { comparedItem, comparedPlace } from '../state/index.js';
import { colour, surroundings } from './map-colours.js';

/**
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Plan } from '../engine/check-plan.js'
 * @import { Check, ItemSet, Matches } from '../state/index.js'
 * @import { Coloured, Colouring } from './map-colours.js'
 * @import { Place } from './map-gestures.js'
 * @import { Direction } from './map-keys.js'
 * @import { View } from './map-box.js'
 * @import { Props } from './map-view.js'
 *
 * @typedef {{ width: number, height: number, unit: number }} Size  of a picture, in device pixels; and those for a CSS pixel
 */

/** CSS pixels around a point that belong to it. */
const REACH = 12;

export class OpenMap {
  #worker;
  #plan;
  #labels;
  /** How the points are coloured. @type {Coloured | null} */
  coloured = null;
  #colouring = '';
  /** What the colours of findings were made of. @type {Check['results'] | undefined} */
  #found;
  /** What the map was made of when it followed last. @type {unknown[]} */
  #followed = [];
  /** What the worker was told last. @type {{ selected?: ItemSet, matches?: Matches | null }} */
  #told = {};

  /**
   * @param {CheckClient} worker
   * @param {Plan} plan
   * @param {ArrayLike<number>} labels  of the classes
   */
  constructor(worker, plan, labels) {
    this.#worker = worker;
    this.#plan = plan;
    this.#labels = labels;
  }

  /**
   * Opens the map; null if the worker does not know the principal components of the images.
   * @param {CheckClient} worker
   * @param {Plan} plan
   */
  static async open(worker, plan) {
    const labels = await worker.call('openMap').catch(() => null);
    return labels && new OpenMap(worker, plan, labels);
  }

  /**
   * Whether the map has to follow what has changed since this was asked last. While images are compared, every report of
   * progress leads here, and a picture would take the worker's time from the comparison.
   * @param {Props} props
   * @param {Colouring} colouring
   */
  isOutdated({ check, dataset, open, appearance }, colouring) {
    const { matches, selection } = dataset;
    const made = [matches, selection.items, open, appearance, colouring, check?.results];
    const isSame = made.every((part, at) => part === this.#followed[at]);
    this.#followed = made;
    return !isSame || !!check?.isCompared;
  }

  /**
   * Tells the worker what has changed about the items. Resolves to whether the colours have.
   * @param {Props} props
   * @param {Colouring} colouring
   */
  async follow({ dataset, check, appearance }, colouring) {
    const { matches, selection } = dataset;
    const [set] = this.#plan.sets;
    if (this.#told.matches !== matches) {
      const all = () => Array.from({ length: set.count }, (_, place) => place);
      this.#worker.call('showOnMap', matches ? this.#places(matches.items) : Uint32Array.from(all())).catch(() => {});
    }
    if (this.#told.selected !== selection.items)
      this.#worker.call('selectOnMap', this.#places(selection.items)).catch(() => {});
    this.#told = { matches, selected: selection.items };
    const key = [colouring, appearance].join();
    const found = colouring === 'finding' ? check?.results : undefined;
    if ((key === this.#colouring && found === this.#found) || !check) return false;
    [this.#colouring, this.#found] = [key, found];
    const coloured = await colour(this.#worker, colouring, check, this.#labels, dataset).catch(() => null);
    if (!coloured || key !== this.#colouring || found !== this.#found) return false;
    this.coloured = coloured;
    return true;
  }

  /**
   * @param {Props} props
   * @param {Size} size
   * @param {View} view
   * @param {number | null} place  of the image under the pointer
   */
  async draw({ colours, open }, { width, height, unit }, { x, y, zoom }, place) {
    if (!this.coloured) return null;
    const { groups, ungrouped } = this.coloured;
    const { background, foreground, palette, inverted } = colours;
    return await this.#worker.call('drawMap', {
      width,
      height,
      unit,
      view: Float32Array.of(x * unit, y * unit, zoom),
      hovered: place ?? (open === null ? null : comparedPlace(this.#plan, open)) ?? undefined,
      ...surroundings(),
      ungrouped,
      groups,
      background,
      foreground,
      palette,
      inverted,
    });
  }

  /**
   * The place of the image that is at a place of the picture; null if there is none.
   * @param {Place} place
   * @param {number} unit
   */
  async find({ x, y }, unit) {
    return (await this.#worker.call('hitMap', x * unit, y * unit, REACH * unit).catch(() => null)) ?? null;
  }

  /**
   * The items in an outline.
   * @param {Place[]} outline
   * @param {number} unit
   */
  async within(outline, unit) {
    const corners = Float32Array.from(outline.flatMap(({ x, y }) => [x * unit, y * unit]));
    const places = await this.#worker.call('lassoMap', corners).catch(() => new Uint32Array());
    return Array.from(places, (place) => this.item(place));
  }

  /**
   * The place of the next image in a direction, and where in the picture that is.
   * @param {number | null} from
   * @param {Direction} direction
   */
  async next(from, [across, down]) {
    return await this.#worker.call('nextOnMap', from ?? undefined, across, down).catch(() => null);
  }

  /**
   * The number of the item at a place.
   * @param {number} place
   */
  item(place) {
    return comparedItem(this.#plan, place).item;
  }

  /**
   * The places of items that were compared.
   * @param {Iterable<number>} items
   */
  #places(items) {
    const places = Array.from(items, (item) => comparedPlace(this.#plan, item));
    return Uint32Array.from(places.filter((place) => place !== null));
  }
}
