/** <map-view>: all images as points, similar ones close together, and what is under the pointer or the keyboard cursor. */

import { markup } from '../platform/trusted.js';
import { check as checkWords } from '../text/check.js';
import { map as words } from '../text/map.js';
import { intend } from './intent.js';
import { panned, revealing, WHOLE, zoomed } from './map-box.js';
import { MapGestures } from './map-gestures.js';
import { listenToMapKeys } from './map-keys.js';
import { MapLayout } from './map-layout.js';
import { explain } from './map-legend.js';
import { MapNote } from './map-note.js';
import { MapPicture } from './map-picture.js';
import { MapPointer } from './map-pointer.js';
import { MapStart } from './map-start.js';
import { MapTip } from './map-tip.js';
import { OpenMap } from './open-map.js';
import { onResize, ViewerElement } from './viewer-element.js';

/**
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Plan } from '../engine/check-plan.js'
 * @import { Colours } from '../engine/protocol.js'
 * @import { Check, Dataset } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { Description } from './item-pictures.js'
 * @import { Colouring } from './map-colours.js'
 * @import { Place } from './map-gestures.js'
 * @import { Direction } from './map-keys.js'
 * @import { Size } from './open-map.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Dataset[]} datasets  all open ones
 * @property {Check | null} check  of the dataset as it is now
 * @property {boolean} outdated  whether it was checked before it changed
 * @property {CheckClient | null} worker  that has the images
 * @property {number | null} open  the item in the panel
 * @property {Colours} colours
 * @property {string} appearance  a key that changes when images may look different
 * @property {Description} describe
 * @property {(dataset: number) => Source | null} source  of pictures
 */

customElements.define('map-start', MapStart);
customElements.define('map-layout', MapLayout);

/** How many times as large one press of a key shows everything. */
const STEP = 1.5;

const CONTENT = markup`
  <map-start></map-start>
  <section class="map" hidden>
    <header>
      <label>${words.colourBy} <select>
        <option value="class">${words.colourings.class}</option>
        <option value="finding">${words.colourings.finding}</option>
      </select></label>
      <button type="button" class="lasso" aria-pressed="false" title="${words.lassoHint}">${words.lasso}</button>
      <span class="zoom">
        <button type="button" class="out" aria-label="${words.zoomOut}">−</button>
        <button type="button" class="in" aria-label="${words.zoomIn}">+</button>
        <button type="button" class="all" title="${words.showAll}">${words.all}</button>
      </span>
      <map-layout></map-layout>
    </header>
    <ul class="legend" aria-label="${words.legend}"></ul>
    <div class="area" tabindex="0" role="application" aria-description="${words.keys}">
      <canvas width="1" height="1" aria-hidden="true"></canvas>
      <ul class="names" aria-hidden="true"></ul>
      <svg aria-hidden="true"><polygon/></svg>
    </div>
    <div class="tip" aria-live="polite" hidden></div>
    <p class="note"><span></span> <button type="button" class="quiet again">${checkWords.again}</button></p>
  </section>`;

export class MapView extends ViewerElement {
  #start = this.find('map-start', MapStart);
  #layout = this.find('map-layout', MapLayout);
  #area = this.find('.area');
  #tip = new MapTip(this.find('.tip'), this.#area);
  #note = new MapNote(this.#area, this.find('.note span'), this.find('.again'));
  #lasso = this.find('.lasso');
  #select = this.find('select', HTMLSelectElement);
  #picture = new MapPicture(this.find('canvas', HTMLCanvasElement), this.find('.names'), (size) => this.#load(size));
  #gestures;
  /** @type {Props | null} */
  #props = null;
  /** The worker whose map is shown, and that map; null while it opens, or if the worker has none. @type {CheckClient | null} */
  #worker = null;
  /** @type {OpenMap | null} */
  #map = null;
  #isOpening = false;
  #view = WHOLE;
  /** The place of the image under the pointer or the cursor. @type {number | null} */
  #at = null;
  #pointer = new MapPointer(
    (place) => this.#find(place),
    (found, place) => {
      if (place) this.#tip.avoid(place);
      this.#point(found);
    },
  );

  constructor() {
    super(CONTENT);
    this.#layout.onchange = () => this.#picture.draw();
    this.find('.in').addEventListener('click', () => this.#zoom(STEP));
    this.find('.out').addEventListener('click', () => this.#zoom(1 / STEP));
    this.find('.all').addEventListener('click', () => this.#show(WHOLE));
    this.#lasso.addEventListener('click', () => this.#toggleLasso());
    this.#select.addEventListener('change', () => this.#update());
    this.find('.again').addEventListener('click', () => intend(this, { type: 'check' }));
    this.find('.tip').addEventListener('click', () => this.#open());
    this.#gestures = new MapGestures(this.#area, this.find('polygon', SVGPolygonElement), {
      hover: (place) => this.#pointer.move(place),
      click: (place, event) => this.#click(place, event),
      pan: (x, y) => this.#show(panned(this.#view, x, y, this.#area)),
      zoom: (factor, place) => this.#zoom(factor, place),
      select: (outline, event) => this.#selectWithin(outline, event),
      isLasso: () => this.#lasso.ariaPressed === 'true',
    });
    listenToMapKeys(this.#area, {
      cancel: () => this.#gestures.cancel(),
      open: () => this.#open(),
      select: () => this.#selectOne(),
      step: (direction) => this.#step(direction),
      zoomIn: () => this.#zoom(STEP),
      zoomOut: () => this.#zoom(1 / STEP),
      showAll: () => this.#show(WHOLE),
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#area, signal, () => this.#picture.draw());
    signal.addEventListener('abort', () => this.#layout.stop());
  }

  /** @param {Props | null} props  null in other modes */
  render(props) {
    const isOther = props?.dataset.id !== this.#props?.dataset.id;
    this.#props = props;
    this.hidden = !props;
    if (!props) return;
    if (isOther) [this.#view, this.#at] = [WHOLE, null];
    this.#update();
  }

  /** Takes the focus. */
  enter() {
    if (this.#start.hidden) this.#area.focus();
    else this.#start.enter();
  }

  /** The images that are compared, once the map can be opened. */
  get #plan() {
    const { check, worker } = this.#props ?? {};
    return check?.isProjected && worker ? check.plan : null;
  }

  #update() {
    const props = this.#props;
    const plan = this.#plan;
    if (props && plan && props.worker && props.worker !== this.#worker) this.#begin(props.worker, plan, props);
    if (!props) return;
    const isShown = plan !== null && (this.#map !== null || this.#isOpening);
    this.#start.hidden = isShown;
    this.find('.map').hidden = !isShown;
    if (!isShown) this.#start.render(props);
    else if (this.#map?.isOutdated(props, this.#colouring)) this.#follow(this.#map, props);
    if (this.#map && plan && props.check) this.#layout.render(props.check, props.worker, props.describe.kind);
  }

  /**
   * Opens the map in a worker that has the images.
   * @param {CheckClient} worker
   * @param {Plan} plan
   * @param {Props} props
   */
  async #begin(worker, plan, { dataset }) {
    [this.#worker, this.#map, this.#view, this.#isOpening] = [worker, null, WHOLE, true];
    const map = await OpenMap.open(worker, plan);
    if (worker !== this.#worker) return;
    [this.#map, this.#isOpening] = [map, false];
    this.#select.options[0].disabled = !dataset.statuses.labels;
    if (!dataset.statuses.labels) this.#select.value = 'finding';
    this.#update();
  }

  /**
   * @param {OpenMap} map
   * @param {Props} props
   */
  async #follow(map, props) {
    const isRecoloured = await map.follow(props, this.#colouring);
    if (isRecoloured && map.coloured) explain(this.find('.legend'), map.coloured);
    this.#picture.draw();
    if (this.#plan && this.#props) this.#note.render(this.#plan, this.#props, this.#colouring);
  }

  get #colouring() {
    return /** @type {Colouring} */ (this.#select.value);
  }

  /** @param {Size} size */
  async #load(size) {
    const [map, props] = [this.#map, this.#props];
    const picture = map && props && (await map.draw(props, size, this.#view, this.#at));
    return picture && { picture, names: this.#colouring === 'class' ? (map.coloured?.names ?? []) : [] };
  }

  /** @param {typeof WHOLE} view */
  #show(view) {
    this.#view = view;
    this.#picture.draw();
  }

  /**
   * @param {number} factor
   * @param {Place} [place]  that stays where it is; the middle, if it is not given
   */
  #zoom(factor, place = { x: this.#area.clientWidth / 2, y: this.#area.clientHeight / 2 }) {
    this.#show(zoomed(this.#view, factor, place, this.#area));
  }

  #toggleLasso() {
    this.#lasso.ariaPressed = String(this.#lasso.ariaPressed !== 'true');
  }

  /** @param {Place} place */
  async #find(place) {
    return (await this.#map?.find(place, this.#picture.unit)) ?? null;
  }

  /**
   * @param {Place} place
   * @param {PointerEvent} event
   */
  async #click(place, { ctrlKey, metaKey }) {
    const map = this.#map;
    const found = await this.#find(place);
    if (found === null || !map) return;
    const item = map.item(found);
    this.#point(found);
    intend(this, ctrlKey || metaKey ? { type: 'select', item, run: false } : { type: 'open', item });
  }

  /**
   * Selects the images in an outline; with Ctrl in addition to the others, with Alt it deselects them.
   * @param {Place[]} outline
   * @param {PointerEvent} event
   */
  async #selectWithin(outline, { ctrlKey, metaKey, altKey }) {
    const items = await this.#map?.within(outline, this.#picture.unit);
    if (!items || !this.#props) return;
    if (!altKey) return intend(this, { type: 'select-these', items, more: ctrlKey || metaKey });
    const removed = new Set(items);
    const left = [...this.#props.dataset.selection.items].filter((item) => !removed.has(item));
    intend(this, left.length ? { type: 'select-these', items: left, more: false } : { type: 'clear-selection' });
  }

  /**
   * Moves the cursor to the next image in a direction, and brings it into view.
   * @param {Direction} direction
   */
  async #step(direction) {
    const next = await this.#map?.next(this.#at, direction);
    if (!next?.at) return;
    const { unit } = this.#picture;
    this.#view = revealing(this.#view, { x: next.at[0] / unit, y: next.at[1] / unit }, this.#area);
    this.#point(next.place);
  }

  /** Opens the image under the cursor, and the focus goes there. */
  #open() {
    if (this.#at !== null && this.#map) intend(this, { type: 'enter', item: this.#map.item(this.#at) });
  }

  #selectOne() {
    if (this.#at !== null && this.#map) intend(this, { type: 'select', item: this.#map.item(this.#at), run: false });
  }

  /**
   * Shows the image under the pointer or the cursor.
   * @param {number | null} place  among all that were compared
   */
  #point(place) {
    const [plan, props] = [this.#plan, this.#props];
    if (place === this.#at || !plan || !props) return;
    this.#at = place;
    this.#picture.draw();
    this.#tip.show(place, plan, props);
  }
}
