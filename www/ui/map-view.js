/** <map-view>: all images as points, similar ones close together, and what is under the pointer or the keyboard cursor. */

import { planOf } from '../engine/check-plan.js';
import { markup } from '../platform/trusted.js';
import { canCheck, comparedItem, comparedPlace } from '../state/index.js';
import { check as checkWords } from '../text/check.js';
import { map as words } from '../text/map.js';
import { loadPictures, picturesAt } from './card-pictures.js';
import { showPictures } from './finding-card.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { colour, surroundings } from './map-colours.js';
import { MapGestures } from './map-gestures.js';
import { MapPicture, panned, WHOLE, zoomed } from './map-picture.js';
import { onResize, ViewerElement } from './viewer-element.js';

/**
 * @import { CheckClient } from '../engine/check-client.js'
 * @import { Colours } from '../engine/protocol.js'
 * @import { Check, Dataset, ItemSet, Matches } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { Description } from './finding-card.js'
 * @import { Coloured, Colouring } from './map-colours.js'
 * @import { Place } from './map-gestures.js'
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

/** CSS pixels around a point that belong to it, and of the picture of the image under the pointer. */
const REACH = 12;
const PICTURE = 84;
/** How many times as large one press of a key shows everything. */
const STEP = 1.5;
/** Colours that are explained. */
const EXPLAINED = 24;
/** CSS pixels from the lower edge where the picture of an image would be under the pointer. */
const CORNER = { width: 260, height: 190 };

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const CONTENT = markup`
  <section class="begin">
    <h2>${words.headline}</h2>
    <p>${words.lead}</p>
    <p class="facts"></p>
    <p><button type="button" class="start"></button> <button type="button" class="cancel">${words.cancel}</button></p>
    <div role="progressbar" aria-label="${words.comparing}" aria-valuemin="0" aria-valuemax="100"></div>
  </section>
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
      <span class="layout">
        <span role="progressbar" aria-label="${words.layingOut}" aria-valuemin="0" aria-valuemax="100"></span>
        <span aria-live="polite"></span>
        <button type="button" class="stop"></button>
      </span>
    </header>
    <ul class="legend" aria-label="${words.legend}"></ul>
    <div class="area" tabindex="0" role="application" aria-description="${words.keys}">
      <canvas width="1" height="1" aria-hidden="true"></canvas>
      <ul class="names" aria-hidden="true"></ul>
      <svg aria-hidden="true"><polygon/></svg>
      <div class="tip" aria-live="polite" hidden></div>
    </div>
    <p class="note"></p>
  </section>`;

export class MapView extends ViewerElement {
  #area = this.find('.area');
  #lasso = this.find('.lasso');
  #stop = this.find('.stop', HTMLButtonElement);
  #tip = this.find('.tip');
  #select = this.find('select', HTMLSelectElement);
  #picture = new MapPicture(this.find('canvas', HTMLCanvasElement), this.find('.names'), (size) => this.#load(size));
  #gestures;
  #tips = new Latest();
  /** @type {Props | null} */
  #props = null;
  /** The worker whose map is shown; and one that cannot show any. @type {CheckClient | null} */
  #worker = null;
  /** @type {CheckClient | null} */
  #useless = null;
  /** The labels of the classes. @type {ArrayLike<number>} */
  #labels = [];
  /** @type {Coloured | null} */
  #coloured = null;
  #colouring = '';
  /** What the worker was told last. @type {{ selected?: ItemSet, matches?: Matches | null }} */
  #told = {};
  #view = WHOLE;
  /** The place of the image under the pointer or the cursor. @type {number | null} */
  #at = null;
  /** Where the pointer is, until the image there is known. @type {Place | null} */
  #pointer = null;
  #isAsking = false;
  /** @type {'running' | 'stopped' | 'finished'} */
  #layout = 'stopped';

  constructor() {
    super(CONTENT);
    this.find('.start').addEventListener('click', () => intend(this, { type: 'check' }));
    this.find('.cancel').addEventListener('click', () => intend(this, { type: 'cancel-check' }));
    this.find('.in').addEventListener('click', () => this.#zoom(STEP));
    this.find('.out').addEventListener('click', () => this.#zoom(1 / STEP));
    this.find('.all').addEventListener('click', () => this.#show(WHOLE));
    this.#lasso.addEventListener('click', () => this.#toggleLasso());
    this.#select.addEventListener('change', () => this.#update());
    this.#stop.addEventListener('click', () => (this.#layout === 'running' ? this.#rest() : this.#layOut()));
    this.#area.addEventListener('keydown', (event) => this.#press(event));
    this.#tip.addEventListener('click', () => this.#open());
    this.#gestures = new MapGestures(this.#area, this.find('polygon', SVGPolygonElement), {
      hover: (place) => this.#hover(place),
      click: (place, event) => this.#click(place, event),
      pan: (x, y) => this.#show(panned(this.#view, x, y, this.#area)),
      zoom: (factor, place) => this.#zoom(factor, place),
      select: (outline, event) => this.#selectWithin(outline, event),
      isLasso: () => this.#lasso.ariaPressed === 'true',
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#area, signal, () => this.#picture.draw());
    signal.addEventListener('abort', () => this.#rest());
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

  /** The images that the worker compares, once it has compared them. */
  get #plan() {
    const { check, worker } = this.#props ?? {};
    const isReady = check && check.stage === null && !check.fault && worker && worker !== this.#useless;
    return isReady ? check.plan : null;
  }

  #update() {
    const props = this.#props;
    if (!props) return;
    const isReady = this.#plan !== null;
    this.find('.begin').hidden = isReady;
    this.find('.map').hidden = !isReady;
    if (!isReady) this.#describeStart(props);
    else if (props.worker !== this.#worker) this.#begin(props);
    else this.#tell(props);
  }

  /** @param {Props} props */
  #describeStart({ dataset, datasets, check, outdated }) {
    const isReady = canCheck(dataset);
    const stage = check?.stage ?? null;
    const start = this.find('.start');
    start.hidden = !isReady || stage !== null;
    this.find('.cancel').hidden = stage === null;
    const bar = this.find('.begin [role=progressbar]');
    bar.hidden = stage === null;
    bar.ariaValueNow = String(Math.floor(100 * (check?.progress ?? 0)));
    bar.style.setProperty('--share', String(check?.progress ?? 0));
    const facts = this.find('.facts');
    if (stage) facts.textContent = checkWords.stages[stage];
    else if (!isReady) facts.textContent = words.reading;
    else {
      const { sets, memory, workers } = planOf(dataset, datasets);
      start.textContent = words.start(sets[0].count, sets[0].total);
      facts.textContent = [...(outdated ? [words.outdated] : []), checkWords.memory(memory, workers)].join(' ');
    }
  }

  /**
   * Starts the map in a worker that has compared the images.
   * @param {Props} props
   */
  async #begin({ worker, dataset }) {
    if (!worker) return;
    this.#worker = worker;
    this.#told = {};
    this.#colouring = '';
    this.#view = WHOLE;
    this.#coloured = null;
    try {
      this.#labels = await worker.call('openMap');
    } catch {
      this.#useless = worker;
      return this.#update();
    }
    this.#select.options[0].disabled = !dataset.statuses.labels;
    if (!dataset.statuses.labels) this.#select.value = 'finding';
    this.#update();
    this.#layOut();
  }

  /**
   * Tells the worker what has changed, and draws the map.
   * @param {Props} props
   */
  async #tell({ dataset, check, worker, appearance, describe }) {
    const plan = this.#plan;
    if (!worker || !check || !plan) return;
    const { matches, selection } = dataset;
    if (this.#told.matches !== matches) {
      const places = matches && Array.from(matches.items, (item) => comparedPlace(plan, item));
      const all = places ?? Array.from({ length: plan.sets[0].count }, (_, place) => place);
      worker.call('showOnMap', placesOf(all)).catch(() => {});
    }
    if (this.#told.selected !== selection.items) {
      const places = Array.from(selection.items, (item) => comparedPlace(plan, item));
      worker.call('selectOnMap', placesOf(places)).catch(() => {});
    }
    this.#told = { matches, selected: selection.items };
    const colouring = /** @type {Colouring} */ (this.#select.value);
    const key = JSON.stringify([colouring, check.key, appearance, check.stage]);
    if (key !== this.#colouring) {
      this.#colouring = key;
      const coloured = await colour(worker, colouring, check, this.#labels, describe.naming).catch(() => null);
      if (!coloured || key !== this.#colouring) return;
      this.#coloured = coloured;
      this.#explain(coloured);
    }
    this.#picture.draw();
    this.#describe();
  }

  /** @param {Coloured} coloured */
  #explain({ names, groups, rest, ungrouped }) {
    const entry = (/** @type {string} */ name, /** @type {number} */ colour) => {
      const item = document.createElement('li');
      item.style.setProperty('--colour', `#${colour.toString(16).padStart(6, '0')}`);
      item.textContent = name;
      return item;
    };
    const entries = names.slice(0, EXPLAINED).map((name, group) => entry(name, groups[group]));
    const more = Object.assign(document.createElement('li'), { textContent: words.more(names.length - EXPLAINED) });
    more.className = 'more';
    if (names.length > EXPLAINED) entries.push(more);
    entries.push(entry(rest, ungrouped));
    this.find('.legend').replaceChildren(...entries);
  }

  #describe() {
    const plan = this.#plan;
    const props = this.#props;
    if (!plan || !props) return;
    const colouring = words.colourings[/** @type {Colouring} */ (this.#select.value)];
    this.#area.ariaLabel = words.named(props.dataset.name, plan.sets[0].count, colouring);
    const others = plan.sets.slice(1).map((set) => props.datasets.find(({ id }) => id === set.dataset)?.name ?? '');
    const note = others.length ? `${words.meaning} ${words.others(others.join(', '))}` : words.meaning;
    if (this.find('.note').textContent !== note) this.find('.note').textContent = note;
  }

  /** @param {{ width: number, height: number, unit: number }} size */
  async #load({ width, height, unit }) {
    const { colours, open } = this.#props ?? {};
    const [plan, worker, coloured] = [this.#plan, this.#worker, this.#coloured];
    if (!plan || !worker || !coloured || !colours || this.hidden) return null;
    const { x, y, zoom } = this.#view;
    const hovered = this.#at ?? (open === null || open === undefined ? null : comparedPlace(plan, open));
    const picture = await worker.call('drawMap', {
      width,
      height,
      unit,
      view: Float32Array.of(x * unit, y * unit, zoom),
      hovered: hovered ?? undefined,
      ...surroundings(),
      ungrouped: coloured.ungrouped,
      groups: coloured.groups,
      background: colours.background,
      foreground: colours.foreground,
      palette: colours.palette,
      inverted: colours.inverted,
    });
    return { picture, names: this.#select.value === 'class' ? coloured.names : [] };
  }

  /** Lays out the map, or goes on with that. */
  async #layOut() {
    const worker = this.#worker;
    if (!worker) return;
    this.#setLayout('running', 0);
    worker.onprogress = (progress) => {
      if (this.#layout === 'running') this.#setLayout('running', progress);
      this.#picture.draw();
    };
    const isDone = await worker.call('layOutMap').catch(() => false);
    if (worker === this.#worker) this.#setLayout(isDone ? 'finished' : 'stopped', 1);
    this.#picture.draw();
  }

  #rest() {
    this.#worker?.call('stopMap').catch(() => {});
  }

  /**
   * @param {'running' | 'stopped' | 'finished'} layout
   * @param {number} progress
   */
  #setLayout(layout, progress) {
    const bar = this.find('.layout [role=progressbar]');
    bar.hidden = layout !== 'running';
    bar.ariaValueNow = String(Math.floor(100 * progress));
    bar.style.setProperty('--share', String(progress));
    if (layout === this.#layout && this.#stop.textContent) return;
    this.#layout = layout;
    this.#stop.hidden = layout === 'finished';
    this.#stop.textContent = layout === 'running' ? words.stop : words.goOn;
    this.find('.layout [aria-live]').textContent =
      layout === 'running' ? '' : layout === 'finished' ? words.finished : words.stopped;
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

  /**
   * The image at a place, among all that were compared.
   * @param {Place} place
   */
  async #find({ x, y }) {
    const { unit } = this.#picture;
    return (await this.#worker?.call('hitMap', x * unit, y * unit, REACH * unit)) ?? null;
  }

  /** @param {Place | null} place */
  async #hover(place) {
    this.#pointer = place;
    if (!place) return this.#point(null);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#pointer) {
      const pointer = this.#pointer;
      this.#pointer = null;
      const found = await this.#find(pointer).catch(() => null);
      const { clientWidth, clientHeight } = this.#area;
      const isLow = pointer.y > clientHeight - CORNER.height;
      const isAside = isLow && pointer.x < Math.min(CORNER.width, clientWidth / 2);
      this.#tip.classList.toggle('aside', isAside);
      this.#point(found);
    }
    this.#isAsking = false;
  }

  /**
   * @param {Place} place
   * @param {PointerEvent} event
   */
  async #click(place, { ctrlKey, metaKey }) {
    const found = await this.#find(place).catch(() => null);
    const plan = this.#plan;
    if (found === null || !plan) return;
    const { item } = comparedItem(plan, found);
    this.#point(found);
    intend(this, ctrlKey || metaKey ? { type: 'select', item, run: false } : { type: 'open', item });
  }

  /**
   * Selects the images in an outline; with Ctrl in addition to the others, with Alt it deselects them.
   * @param {Place[]} outline
   * @param {PointerEvent} event
   */
  async #selectWithin(outline, { ctrlKey, metaKey, altKey }) {
    const [plan, worker, { unit }] = [this.#plan, this.#worker, this.#picture];
    if (!plan || !worker || !this.#props) return;
    const corners = Float32Array.from(outline.flatMap(({ x, y }) => [x * unit, y * unit]));
    const found = await worker.call('lassoMap', corners).catch(() => new Uint32Array());
    const items = Array.from(found, (place) => comparedItem(plan, place).item);
    if (!altKey) return intend(this, { type: 'select-these', items, more: ctrlKey || metaKey });
    const removed = new Set(items);
    const left = [...this.#props.dataset.selection.items].filter((item) => !removed.has(item));
    intend(this, left.length ? { type: 'select-these', items: left, more: false } : { type: 'clear-selection' });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'Escape' && !this.#gestures.cancel()) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      Escape: () => {},
      Enter: () => this.#open(true),
      x: () => this.#selectOne(),
      '+': () => this.#zoom(STEP),
      '=': () => this.#zoom(STEP),
      '-': () => this.#zoom(1 / STEP),
      z: () => this.#show(WHOLE),
    };
    const act = DIRECTIONS[key] ? () => this.#step(DIRECTIONS[key]) : keys[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /**
   * Moves the cursor to the next image in a direction, and brings it into view.
   * @param {[number, number]} direction
   */
  async #step([across, down]) {
    const next = await this.#worker?.call('nextOnMap', this.#at ?? undefined, across, down).catch(() => null);
    if (!next?.at) return;
    const { unit } = this.#picture;
    const { clientWidth, clientHeight } = this.#area;
    const [x, y] = [next.at[0] / unit, next.at[1] / unit];
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight)
      this.#view = panned(this.#view, clientWidth / 2 - x, clientHeight / 2 - y, this.#area);
    this.#point(next.place);
  }

  /** @param {boolean} [enter]  whether the focus goes there */
  #open(enter = false) {
    const plan = this.#plan;
    if (this.#at === null || !plan) return;
    intend(this, { type: enter ? 'enter' : 'open', item: comparedItem(plan, this.#at).item });
  }

  #selectOne() {
    const plan = this.#plan;
    if (this.#at !== null && plan)
      intend(this, { type: 'select', item: comparedItem(plan, this.#at).item, run: false });
  }

  /**
   * Shows the image under the pointer or the cursor.
   * @param {number | null} place  among all that were compared
   */
  async #point(place) {
    const [plan, props] = [this.#plan, this.#props];
    if (place === this.#at || !plan || !props) return;
    this.#at = place;
    this.#picture.draw();
    this.#tip.hidden = place === null;
    if (place === null) return this.#tips.clear();
    const { source, describe, appearance, dataset } = props;
    const key = [place, appearance].join();
    const pictures = await this.#tips.ask({ key, version: dataset.statuses.version }, async () => {
      const pictures = picturesAt(plan, [place], source);
      await loadPictures(pictures, PICTURE * devicePixelRatio, source);
      return pictures;
    });
    if (!pictures) return;
    showPictures(this.#tip, pictures, PICTURE, { ...describe, labelled: false });
    const [button] = this.#tip.children;
    const caption = button.querySelector('bdi');
    if (caption) caption.textContent = button.ariaLabel;
    /** @type {HTMLButtonElement} */ (button).tabIndex = -1;
  }
}

/** @param {(number | null)[]} places  null for those that were not compared */
function placesOf(places) {
  return Uint32Array.from(places.filter((place) => place !== null));
}
