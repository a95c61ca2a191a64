/** <check-view>: starts a check, shows how far it is, and lists what it found, page by page. */

import { planOf } from '../engine/check-plan.js';
import { markup } from '../platform/trusted.js';
import { canCheck, entriesOf } from '../state/index.js';
import { check as words } from '../text/check.js';
import { loadPictures, picturesAt } from './card-pictures.js';
import { FindingCard, SMALL } from './finding-card.js';
import { intend, reportFault } from './intent.js';
import { Latest } from './latest.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/**
 * @import { Check, Dataset, Entry, Finding } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { Description } from './finding-card.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Dataset[]} datasets  all open ones
 * @property {Check | null} check  of the dataset as it is now
 * @property {boolean} outdated  whether it was checked before it changed
 * @property {Finding} finding
 * @property {string} appearance  a key that changes when images may look different
 * @property {Description} describe
 * @property {(dataset: number) => Source | null} source  of pictures
 * @property {(places: number[], count: number) => Promise<Uint32Array | null>} neighbours  that many most similar images of each
 */

customElements.define('finding-card', FindingCard);

/** CSS pixels of the picture in question. */
const LARGE = 84;
/** Images of a group that a card shows, and similar images of another one. */
const MEMBERS = 12;
const SIMILAR = 6;
/** CSS pixels of a card, with its gap. */
const CARD = { width: 244, height: 214 };

const CONTENT = markup`
  <section class="begin">
    <h2>${words.headline}</h2>
    <p>${words.lead}</p>
    <p class="facts"></p>
    <p><button type="button" class="start"></button></p>
  </section>
  <div class="progress" hidden>
    <div role="progressbar" aria-label="${words.progress}" aria-valuemin="0" aria-valuemax="100"></div>
    <span></span> <button type="button" class="cancel">${words.cancel}</button>
  </div>
  <section class="list" hidden>
    <header>
      <h2></h2>
      <p class="how"></p>
      <div class="actions"><button type="button" class="show-all">${words.showAll}</button></div>
    </header>
    <div class="cards" role="list"></div>
    <nav hidden>
      <button type="button" class="previous" aria-label="${words.pages.previous}">←</button>
      <span aria-live="polite"></span>
      <button type="button" class="next" aria-label="${words.pages.next}">→</button>
    </nav>
  </section>`;

export class CheckView extends ViewerElement {
  #begin = this.find('.begin');
  #start = this.find('.start', HTMLButtonElement);
  #progress = this.find('.progress');
  #list = this.find('.list');
  #cards = this.find('.cards');
  #nav = this.find('nav');
  #pictures = new Latest();
  /** The place of the focused entry in the list of each finding. @type {Partial<Record<Finding, number>>} */
  #at = {};
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.#start.addEventListener('click', () => intend(this, { type: 'check' }));
    this.find('.cancel').addEventListener('click', () => intend(this, { type: 'cancel-check' }));
    this.find('.show-all').addEventListener('click', () => this.#showInGrid(this.#entries));
    this.find('.previous').addEventListener('click', () => this.#goTo(this.#first - this.#size));
    this.find('.next').addEventListener('click', () => this.#goTo(this.#first + this.#size));
    this.#cards.addEventListener('keydown', (event) => this.#press(event));
    this.#cards.addEventListener('focusin', ({ target }) => {
      const card = /** @type {Element} */ (target).closest('finding-card');
      if (card) this.#focus(this.#first + [...this.#cards.children].indexOf(card));
    });
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#cards, signal, () => this.#update());
  }

  /** @param {Props | null} props  null while another mode is on */
  render(props) {
    if (props?.dataset.id !== this.#props?.dataset.id) this.#at = {};
    this.#props = props;
    this.hidden = !props;
    this.#update();
  }

  get #entries() {
    const { check, finding } = this.#props ?? {};
    return (check && finding && entriesOf(check, finding)) || [];
  }

  /** The place of the focused entry. */
  get #focused() {
    return Math.min(this.#at[this.#props?.finding ?? 'suspects'] ?? 0, Math.max(0, this.#entries.length - 1));
  }

  /** How many cards there is room for. */
  get #size() {
    const scale = textScale();
    const columns = Math.max(1, Math.floor(this.#cards.clientWidth / (CARD.width * scale)));
    const rows = Math.max(1, Math.floor((this.clientHeight - 9 * 16 * scale) / (CARD.height * scale)));
    return columns * rows;
  }

  /** The place of the first entry shown. */
  get #first() {
    return this.#focused - (this.#focused % this.#size);
  }

  /** @param {number} place */
  #focus(place) {
    if (!this.#props || place === this.#focused) return;
    this.#at[this.#props.finding] = place;
    this.#mark();
  }

  /** Makes the focused card the one that Tab leads to. */
  #mark() {
    const focused = this.#focused - this.#first;
    [...this.#cards.children].forEach((card, index) => {
      /** @type {HTMLElement} */ (card).tabIndex = index === focused ? 0 : -1;
    });
  }

  /**
   * Shows the page with an entry, and moves the focus there if it is among the cards.
   * @param {number} place
   */
  #goTo(place) {
    const inside = this.#cards.contains(document.activeElement);
    this.#focus(Math.max(0, Math.min(place, this.#entries.length - 1)));
    this.#update();
    if (inside) /** @type {HTMLElement} */ (this.#cards.children[this.#focused - this.#first]).focus();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const columns = getComputedStyle(this.#cards).gridTemplateColumns.split(' ').length;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      PageUp: -this.#size,
      PageDown: this.#size,
    };
    const step = steps[event.key];
    const ends = { Home: 0, End: this.#entries.length - 1 };
    if (event.key in ends) this.#goTo(ends[/** @type {'Home' | 'End'} */ (event.key)]);
    else if (step) this.#goTo(this.#focused + step);
    else return;
    event.preventDefault();
  }

  /** @param {Entry[]} entries */
  #showInGrid(entries) {
    intend(this, { type: 'show-compared', places: entries.flatMap(({ places }) => places) });
  }

  #update() {
    const props = this.#props;
    if (!props) return;
    const { check, finding } = props;
    const entries = check && entriesOf(check, finding);
    this.#begin.hidden = check !== null;
    this.#list.hidden = !entries;
    this.#describeStart(props);
    this.#describeProgress(check);
    if (!entries) return;
    const count = entries.length;
    const text = words.findings[finding];
    this.find('.list h2').textContent = count ? text.title(count) : text.none;
    this.find('.how').textContent = text.how;
    this.find('.show-all').hidden = !count;
    const [first, size] = [this.#first, this.#size];
    const shown = entries.slice(first, first + size);
    this.#nav.hidden = count <= size;
    this.find('nav span').textContent = words.pages.position(first + 1, first + shown.length, count);
    this.find('.previous').ariaDisabled = String(first === 0);
    this.find('.next').ariaDisabled = String(first + size >= count);
    this.#draw(props, shown);
  }

  /** @param {Props} props */
  #describeStart({ dataset, datasets, outdated }) {
    if (this.#begin.hidden) return;
    const isReady = canCheck(dataset);
    this.#start.disabled = !isReady;
    this.#start.hidden = !isReady;
    if (!isReady) {
      this.find('.facts').textContent = words.reading;
      return;
    }
    const { sets, memory, workers } = planOf(dataset, datasets);
    const [{ count, total }] = sets;
    const nameOf = (/** @type {{ dataset: number }} */ set) =>
      datasets.find(({ id }) => id === set.dataset)?.name ?? '';
    const teacher = sets.find(({ learns, judged }) => learns && !judged);
    this.#start.textContent = words.start(count, total);
    this.find('.facts').textContent = [
      ...(outdated ? [words.outdated] : []),
      words.memory(memory, workers),
      ...(count < total ? [words.sampled(count, total)] : []),
      ...(sets.length > 1 ? [words.together(sets.slice(1).map(nameOf))] : []),
      ...(teacher ? [words.taught(nameOf(teacher))] : []),
      ...(dataset.statuses.labels ? [] : [words.unlabelled]),
    ].join(' ');
  }

  /** @param {Check | null} check */
  #describeProgress(check) {
    this.#progress.hidden = !check || (check.stage === null && !check.fault);
    if (!check) return;
    const { stage, progress, fault } = check;
    const bar = this.find('.progress > [role=progressbar]');
    this.find('.cancel').hidden = stage === null;
    bar.hidden = stage === null;
    bar.ariaValueNow = String(Math.floor(100 * progress));
    this.#progress.style.setProperty('--share', String(progress));
    const isCancelled = fault?.name === 'AbortError';
    const said = fault ? (isCancelled ? words.cancelled : words.failed) : stage && words.stages[stage];
    this.find('.progress span').textContent = said ?? '';
  }

  /**
   * Draws the cards of these entries.
   * @param {Props} props
   * @param {Entry[]} entries
   */
  async #draw(props, entries) {
    const { check, dataset, finding, source, describe, neighbours, appearance } = props;
    if (!check) return;
    while (this.#cards.children.length > entries.length) this.#cards.lastElementChild?.remove();
    while (this.#cards.children.length < entries.length) {
      const card = new FindingCard();
      card.role = 'listitem';
      this.#cards.append(card);
    }
    this.#mark();
    const key = JSON.stringify([check.key, finding, entries, appearance, check.stage === null]);
    const cards = await this.#pictures
      .ask({ key, version: dataset.statuses.version }, async () => {
        const places = entries.map(({ places: [place] }) => place);
        const isAlone = entries.every(({ places }) => places.length === 1);
        const found = isAlone && check.stage === null ? await neighbours(places, SIMILAR).catch(() => null) : null;
        const cards = entries.map((entry, index) => ({
          entry,
          pictures: picturesAt(check.plan, entry.places.slice(0, MEMBERS), source),
          similar: picturesAt(check.plan, found?.subarray(index * SIMILAR, (index + 1) * SIMILAR) ?? [], source),
        }));
        const pictures = cards.flatMap((card) => [...card.pictures, ...card.similar]);
        const complete = await loadPictures(pictures, LARGE * devicePixelRatio, source);
        return { cards, complete };
      })
      .catch((error) => reportFault(this, dataset.paths.images, error));
    if (!cards) return;
    this.#pictures.partial = !cards.complete;
    cards.cards.forEach((card, index) => {
      const element = /** @type {FindingCard} */ (this.#cards.children[index]);
      element.render({ ...card, ...describe, size: card.pictures.length > 1 ? SMALL : LARGE });
    });
  }
}
