/** <presentation-view>: one large item, or a few, for an audience. Their labels are hidden until they are asked for. */

import { markup } from '../platform/trusted.js';
import { extent, itemAt } from '../state/index.js';
import { late } from '../text/late.js';
import { spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { isIdle } from './cells.js';
import { FullScreen } from './full-screen.js';
import { intend, reportFault } from './intent.js';
import { Latest } from './latest.js';
import { turnBySwipe } from './page-gestures.js';
import { ROOMY } from './pixel-values.js';
import { listenToPresentationKeys } from './presentation-keys.js';
import { arrange } from './presentation-layout.js';
import { PresentationSlide } from './presentation-slide.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { Page } from '../engine/protocol.js'
 * @import { Mode, Presentation } from '../state/page.js'
 * @import { Props as ItemProps } from './item-panel.js'
 * @import { Arrangement } from './presentation-layout.js'
 *
 * @typedef {ItemProps & { as: Presentation }} Props  of the first item
 */

customElements.define('presentation-slide', PresentationSlide);

const words = late.presentation;
const CONTENT = markup`
  <dialog aria-label="${words.title}">
    <div class="stage">
      <div class="slides" tabindex="-1"></div>
      <div class="bar">
        <button type="button" class="previous" aria-label="${words.previous}" title="${words.previous}">←</button>
        <button type="button" class="next" aria-label="${words.next}" title="${words.next}">→</button>
        <button type="button" class="random" title="r">${words.random}</button>
        <p class="position" aria-live="polite"></p>
        <button type="button" class="reveal" aria-pressed="false" title="l">${words.reveal}</button>
        <label class="keep"><input type="checkbox"> ${words.keep}</label>
        <button type="button" class="values" aria-pressed="false" title="v">${words.values}</button>
        <button type="button" class="switch" title="g"></button>
        <span class="ends">
          <button type="button" class="full-screen">${words.fullScreen}</button>
          <button type="button" class="close" aria-label="${words.close}" title="${words.close}">×</button>
        </span>
      </div>
    </div>
  </dialog>`;

export class PresentationView extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #screen = new FullScreen(this.find('.stage'));
  #slides = this.find('.slides');
  #position = this.find('.position');
  #previous = this.find('.previous');
  #next = this.find('.next');
  #reveal = this.find('.reveal');
  #keep = this.find('.keep input', HTMLInputElement);
  #values = this.find('.values', HTMLButtonElement);
  #switch = this.find('.switch');
  #pages = new Latest();
  /** The places of the items whose labels are shown. @type {Set<number>} */
  #revealed = new Set();
  #hasValues = false;
  /** Whether pixels are large enough for values. */
  #hasRoom = false;
  /** @type {Props | null} */
  #props = null;
  /** @type {Arrangement | null} */
  #arranged = null;

  constructor() {
    super(CONTENT);
    const actions = {
      previous: () => this.#step(-1),
      next: () => this.#step(1),
      random: () => this.#goTo(Math.floor(Math.random() * this.#total)),
      reveal: () => this.#toggleLabels(),
      values: () => this.#toggleValues(),
      switch: () => this.#present(this.#props?.as === 'one' ? 'grid' : 'one'),
      'full-screen': () => this.#screen.toggle(),
      close: () => this.#present(''),
    };
    for (const [name, act] of Object.entries(actions)) this.find(`.bar .${name}`).addEventListener('click', act);
    listenToPresentationKeys(this.#dialog, {
      ...actions,
      first: () => this.#goTo(0),
      last: () => this.#goTo(this.#total - 1),
    });
    // A click leaves the focus where it is, so that Space still shows the labels.
    this.#dialog.addEventListener('mousedown', (event) => event.preventDefault());
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      actions.close();
    });
    this.#keep.addEventListener('change', () => this.#update());
    this.#slides.addEventListener('reveal', ({ target }) => {
      const { place } = /** @type {PresentationSlide} */ (target);
      if (!this.#revealed.delete(place)) this.#revealed.add(place);
      this.#update();
    });
    turnBySwipe(this.#slides, (by) => this.#step(by));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#slides, signal, () => this.#update());
    document.addEventListener('fullscreenchange', () => this.#followScreen(), { signal });
  }

  /** @param {Props | null} props  null ends the presentation */
  render(props) {
    this.#props = props;
    if (!props) {
      if (!this.#dialog.open) return;
      this.#screen.leave();
      this.#dialog.close();
      this.#revealed.clear();
      // The item that had the focus may be on another page.
      if (isIdle()) intend(this, { type: 'focus-dataset' });
      return;
    }
    if (!this.#dialog.open) {
      this.#dialog.showModal();
      this.#slides.focus();
      this.#screen.enter();
    }
    this.#update();
  }

  get #total() {
    return this.#props ? extent(this.#props.dataset) : 0;
  }

  /** The place of the first item shown. */
  get #first() {
    const at = this.#props?.dataset.at ?? 0;
    return at - (at % (this.#arranged?.count ?? 1));
  }

  /** @param {Mode} mode */
  #present(mode) {
    this.#revealed.clear();
    intend(this, { type: 'mode', mode });
  }

  /** @param {number} by */
  #step(by) {
    const place = this.#first + by * (this.#arranged?.count ?? 1);
    if (place >= 0 && place < this.#total) this.#goTo(place);
  }

  /** @param {number} place */
  #goTo(place) {
    this.#revealed.clear();
    intend(this, { type: 'show-place', at: place });
  }

  /** Whether all labels are shown. */
  get #areRevealed() {
    return this.#keep.checked || this.#slideElements.every(({ place }) => this.#revealed.has(place));
  }

  get #slideElements() {
    return /** @type {PresentationSlide[]} */ ([...this.#slides.children]);
  }

  #toggleLabels() {
    if (!this.#props?.statuses.labels) return;
    const hide = this.#areRevealed;
    this.#keep.checked = false;
    this.#revealed = new Set(hide ? [] : this.#slideElements.map(({ place }) => place));
    this.#update();
  }

  #toggleValues() {
    if (!this.#hasRoom) return;
    this.#hasValues = !this.#hasValues;
    this.#update();
  }

  /** Escape ends full screen before the page hears of it, and is meant for the presentation, too. */
  #followScreen() {
    const hasEnded = this.#screen.follow();
    if (hasEnded && this.#props) this.#present('');
    // The presentation may have ended while the browser was still asked.
    if (!this.#props) this.#screen.leave();
    // The browser gives the focus back to what had it, but not from full screen.
    if (hasEnded && !this.#dialog.open && isIdle()) intend(this, { type: 'focus-dataset' });
    this.#update();
  }

  #update() {
    const props = this.#props;
    const images = props?.statuses.images;
    if (!props || !images || !this.#dialog.open) return;
    const room = { width: this.#slides.clientWidth, height: this.#slides.clientHeight };
    this.#arranged = arrange(images, { ...room, as: props.as, plotted: props.plotted, letters: textScale() });
    const { columns, count } = this.#arranged;
    const first = this.#first;
    const shown = Math.min(count, this.#total - first);
    this.#slides.style.setProperty('--columns', String(columns));
    this.#slides.dataset.as = props.as;
    while (this.#slides.children.length > shown) this.#slides.lastElementChild?.remove();
    while (this.#slides.children.length < shown) this.#slides.append(new PresentationSlide());
    this.#slideElements.forEach((slide, index) => (slide.place = first + index));
    this.#describe(props, first, shown, this.#arranged);
    this.#paint(props, first, shown, this.#arranged);
  }

  /**
   * Describes the controls.
   * @param {Props} props
   * @param {number} first
   * @param {number} shown
   * @param {Arrangement} arranged
   */
  #describe({ as, dataset, kind, firstNumber, statuses, plotted }, first, shown, { shrink, unit }) {
    const [number, last] = [itemAt(dataset, first) ?? 0, (statuses.images?.items ?? 1) - 1].map((item) =>
      numberOf(item, firstNumber),
    );
    const total = this.#total;
    this.#position.textContent = words.position(kind, number, first + 1, first + shown, total);
    this.#position.dataset.longest = words.position(kind, last, total - shown + 1, total, total);
    this.#previous.ariaDisabled = String(first === 0);
    this.#next.ariaDisabled = String(first + shown >= this.#total);
    const hasLabels = statuses.labels !== null;
    this.#reveal.hidden = this.find('.keep').hidden = !hasLabels;
    this.#reveal.ariaPressed = String(hasLabels && this.#areRevealed);
    this.#switch.textContent = as === 'one' ? words.grid : words.one;
    this.#values.hidden = plotted || (statuses.images?.channels ?? 1) > 1;
    this.#hasRoom = shrink === 1 && unit >= ROOMY * textScale();
    this.#values.ariaDisabled = String(!this.#hasRoom);
    this.#values.title = this.#hasRoom ? 'v' : words.smallPixels;
    this.#values.ariaPressed = String(this.#hasValues && this.#hasRoom);
    const fullScreen = this.find('.full-screen');
    fullScreen.hidden = !document.fullscreenEnabled;
    fullScreen.ariaPressed = String(this.#screen.isOn);
  }

  /**
   * @param {Props} props
   * @param {number} first
   * @param {number} shown
   * @param {Arrangement} arranged
   */
  async #paint({ dataset, statuses, appearance, colours, load, ...props }, first, shown, { shrink, unit, plot }) {
    const items = Float64Array.from({ length: shown }, (_, index) => itemAt(dataset, first + index) ?? 0);
    const key = JSON.stringify([dataset.id, [...items], appearance, shrink, plot, colours]);
    const request = { items, columns: shown, gapX: 0, gapY: 0, shrink, plot, ...colours };
    const { version } = statuses;
    /** @param {unknown} error */
    const fail = (error) => reportFault(this, dataset.paths.images, error);
    const page = await this.#pages.ask({ key, version }, () => load(request)).catch(fail);
    if (page) {
      const isUnlabelled = statuses.labels?.done === false && page.labels.includes(null);
      this.#pages.partial = page.missing > 0 || page.previews > 0 || isUnlabelled;
      this.#painted = { key, page };
    }
    // The labels of the last items do not belong to these.
    if (this.#painted?.key !== key) return;
    const { labels, image } = this.#painted.page;
    const values = this.#hasValues && this.#hasRoom && !this.#values.hidden ? props.values : null;
    this.#slideElements.forEach((slide, index) => {
      const label = labels[index] ?? null;
      const isShown = this.#keep.checked || this.#revealed.has(slide.place);
      slide.render({
        item: items[index],
        image: image && part(image, index, shown),
        unit,
        label: label === null ? null : isShown ? titled(props.naming, label) : words.hidden,
        isHidden: label !== null && !isShown,
        name: words.item(
          props.kind,
          numberOf(items[index], props.firstNumber),
          label !== null && isShown ? spoken(props.naming, label) : '',
        ),
        values: values && statuses.images && [values, statuses.images.rows, statuses.images.columns],
      });
    });
  }

  /** The items as they were painted last. @type {{ key: string, page: Page } | null} */
  #painted = null;
}

/**
 * One of the pictures that stand side by side in an image.
 * @param {ImageData} image
 * @param {number} index
 * @param {number} count
 */
function part({ data, width, height }, index, count) {
  const own = width / count;
  const found = new ImageData(own, height);
  for (let row = 0; row < height; row++) {
    const start = 4 * (row * width + index * own);
    found.data.set(data.subarray(start, start + 4 * own), 4 * row * own);
  }
  return found;
}
