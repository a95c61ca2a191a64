/** <finding-list>: the entries of a finding, or what the grid lists, as cards, page by page. */

import { markup } from '../platform/trusted.js';
import { extent, nextUndecided } from '../state/index.js';
import { check as words } from '../text/check.js';
import { late } from '../text/late.js';
import { CardActions } from './card-actions.js';
import { CardPage, nearDuplicates } from './card-page.js';
import { cardRoom } from './card-room.js';
import { isIdle } from './cells.js';
import { CheckReview, itemsOf } from './check-review.js';
import { DistanceSlider } from './distance-slider.js';
import { FindingCard } from './finding-card.js';
import { intend, reportFault } from './intent.js';
import { onResize, ViewerElement } from './viewer-element.js';

/**
 * @import { CheckList, Compared, Dataset, Entry } from '../state/index.js'
 * @import { Props as CheckProps } from './check-view.js'
 *
 * @typedef {object} List
 * @property {Entry[]} entries
 * @property {Compared} plan  the images that their places are among
 * @property {string} key  changes when the list is about something else
 *
 * @typedef {CheckProps & List} Props
 */

customElements.define('card-actions', CardActions);
customElements.define('finding-card', FindingCard);
customElements.define('distance-slider', DistanceSlider);

const { review } = late;
const CONTENT = markup`
  <header>
    <h2 tabindex="-1"></h2>
    <p class="how"></p>
    <div class="actions">
      <span class="reviewed" aria-live="polite"></span>
      <button type="button" class="select-copies copies">${words.selectCopies}</button>
      <button type="button" class="exclude-copies copies" title="${words.excludeCopiesHint}">${words.excludeCopies}</button>
      <button type="button" class="show-all">${words.showAll}</button>
    </div>
  </header>
  <distance-slider hidden></distance-slider>
  <div class="cards" role="list"></div>
  <datalist id="classes"></datalist>
  <footer>
  <nav hidden>
    <button type="button" class="previous" aria-label="${words.pages.previous}">←</button>
    <span aria-live="polite"></span>
    <button type="button" class="next" aria-label="${words.pages.next}">→</button>
  </nav>
  <div class="end">
    <p class="note keys"></p>
    <p class="done" aria-live="polite"><span></span> <button type="button" class="primary" title="${review.saveLabelsHint}">${review.saveLabels}</button></p>
  </div>
  </footer>`;

export class FindingList extends ViewerElement {
  #cards = this.find('.cards');
  #nav = this.find('nav');
  #slider = this.find('distance-slider', DistanceSlider);
  #review;
  #cardPage = new CardPage(this.#cards, this.#slider);
  /** The list that was drawn last. */
  #drawn = '';
  /** The page that was shown last. */
  #page = '';
  /** The place of the focused entry in each list, and the list's key. @type {Partial<Record<CheckList, { key: string, place: number }>>} */
  #places = {};
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.find('.show-all').addEventListener('click', () => this.#showInGrid());
    this.find('.select-copies').addEventListener('click', () => this.#selectCopies());
    this.find('.exclude-copies').addEventListener('click', () => this.#review.keepOneOfEach());
    this.find('.done button').addEventListener('click', () => intend(this, { type: 'save-labels' }));
    this.find('.previous').addEventListener('click', () => this.goTo(this.#first - this.#size));
    this.find('.next').addEventListener('click', () => this.goTo(this.#first + this.#size));
    this.#cards.addEventListener('keydown', (event) => this.#press(event));
    this.#cards.addEventListener('focusin', ({ target }) => {
      const card = /** @type {Element} */ (target).closest('finding-card');
      if (card) this.#focus(this.placeOf(card));
    });
    this.#review = new CheckReview(this);
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    onResize(this.#cards, signal, () => this.#update());
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#update();
  }

  get props() {
    return this.#props;
  }

  get #entries() {
    return this.#props?.entries ?? [];
  }

  /** The place of the focused entry. */
  get focused() {
    const known = this.#props && this.#places[this.#props.list];
    const place = known?.key === this.#props?.key ? known?.place : 0;
    return Math.max(0, Math.min(place ?? 0, this.#entries.length - 1));
  }

  /** Takes the focus. */
  enter() {
    const target = this.#entries.length ? this.cardAt(this.focused) : this.find('h2');
    target?.focus();
  }

  /** How many cards there is room for. */
  get #size() {
    const isGroup = this.#entries.some(({ places }) => places.length > 1);
    const height = this.parentElement?.clientHeight ?? 0;
    return cardRoom(this.#cards.clientWidth, height, isGroup, !this.#slider.hidden);
  }

  /** The place of the first entry shown. */
  get #first() {
    return this.focused - (this.focused % this.#size);
  }

  /**
   * The place of the entry of a card.
   * @param {Element} card
   */
  placeOf(card) {
    return this.#first + [...this.#cards.children].indexOf(card);
  }

  /**
   * The card of an entry on the page shown.
   * @param {number} place
   */
  cardAt(place) {
    return /** @type {FindingCard | undefined} */ (this.#cards.children[place - this.#first]);
  }

  /** @param {number} place */
  #focus(place) {
    if (!this.#props || place === this.focused) return;
    this.#places[this.#props.list] = { key: this.#props.key, place };
    this.#mark();
  }

  /** Makes the focused card and its pictures the only ones that Tab leads to: a page has some sixty pictures. */
  #mark() {
    const focused = this.focused - this.#first;
    [...this.#cards.children].forEach((card, index) => {
      const stops = /** @type {Iterable<HTMLElement>} */ ([
        card,
        ...card.querySelectorAll('.pictures button, .similar button'),
      ]);
      for (const stop of stops) stop.tabIndex = index === focused ? 0 : -1;
    });
  }

  /**
   * Shows the page with an entry, and moves the focus there: if it is among the cards, or in any case.
   * @param {number} place
   * @param {boolean} [always]
   */
  goTo(place, always = false) {
    this.#focus(Math.max(0, Math.min(place, this.#entries.length - 1)));
    this.#update();
    if (always) this.cardAt(this.focused)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isTyping = /** @type {Element} */ (event.target).matches('input');
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping) return;
    const columns = getComputedStyle(this.#cards).gridTemplateColumns.split(' ').length;
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: this.focused - 1,
      ArrowRight: this.focused + 1,
      ArrowUp: this.focused - columns,
      ArrowDown: this.focused + columns,
      PageUp: this.focused - this.#size,
      PageDown: this.focused + this.#size,
      Home: 0,
      End: this.#entries.length - 1,
    };
    if (!Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    this.goTo(places[event.key]);
  }

  /** What the filter by this list is called. */
  get #title() {
    return this.#props ? words.lists[this.#props.list].name : '';
  }

  #showInGrid() {
    if (this.#props?.list === 'listed') intend(this, { type: 'mode-focused', mode: '' });
    else
      intend(this, {
        type: 'show-compared',
        title: this.#title,
        places: this.#entries.flatMap(({ places }) => places),
      });
  }

  /** Selects all but the first image of each group, of those of this dataset. */
  #selectCopies() {
    if (!this.#props) return;
    const items = itemsOf(this.#props, this.#entries).flatMap((group) => group.slice(1));
    intend(this, { type: 'select-copies', items });
  }

  #update() {
    const props = this.#props;
    if (!props) return;
    const { activeElement } = document;
    const active = this.#cards.contains(activeElement) ? activeElement?.closest('finding-card') : null;
    const { entries, list, dataset, describe } = props;
    const { kind } = describe;
    const count = entries.length;
    this.#begin(props);
    const text = words.lists[list];
    const reason = list === 'suspects' ? unjudged(dataset) : '';
    const total = list === 'listed' ? extent(dataset) : count;
    this.find('h2').textContent = count ? text.title(count, kind, total) : reason || text.none(kind);
    this.find('.how').textContent = reason && !count ? '' : text.how(kind);
    this.find('.show-all').hidden = !count;
    // The first image of a leak may be the only one that is in this dataset.
    const hasCopies = list !== 'leaks' && entries.some(({ places }) => places.length > 1);
    for (const button of this.findAll('.copies')) button.hidden = !hasCopies;
    const near = nearDuplicates(props);
    this.#slider.hidden = !near;
    if (near) this.#slider.render(near, props.isReady);
    const [first, size] = [this.#first, this.#size];
    const page = JSON.stringify([props.key, list, first]);
    // A focused card is scrolled into view after that.
    if (page !== this.#page) this.parentElement?.scrollTo(0, 0);
    this.#page = page;
    const shown = entries.slice(first, first + size);
    this.#nav.hidden = count <= size;
    this.find('nav span').textContent = words.pages.position(first + 1, first + shown.length, count);
    this.find('.previous').ariaDisabled = String(first === 0);
    this.find('.next').ariaDisabled = String(first + size >= count);
    this.#draw(props, shown);
    // The card with the focus may show another entry now, or be gone.
    const card = this.cardAt(this.focused);
    if (active && active !== card) card?.focus();
    this.#review.render();
  }

  /**
   * A finding that is shown anew begins at the first entry that is not decided.
   * @param {Props} props
   */
  #begin(props) {
    const { dataset, entries, key, list } = props;
    const { decisions } = dataset.review;
    if (list === 'listed' || this.#places[list]?.key === key) return;
    const next = decisions.size ? nextUndecided(decisions, itemsOf(props, entries), -1) : 0;
    this.#places[list] = { key, place: Math.max(0, next) };
  }

  /**
   * Draws the cards of these entries.
   * @param {Props} props
   * @param {Entry[]} entries
   */
  async #draw(props, entries) {
    this.#cardPage.lay(entries, entries.length < this.#size && props.entries.length > this.#size);
    this.#mark();
    const isFilled = await this.#cardPage
      .fill(props, entries)
      .catch((error) => reportFault(this, props.dataset.paths.images, error));
    if (!isFilled) return;
    this.#mark();
    this.#review.render();
    // Keys that filter would decide about a card if it took the focus.
    if (props.list === 'listed') return;
    // After a check the button that started it is gone.
    if (this.#drawn !== props.key && isIdle()) this.cardAt(this.focused)?.focus();
    this.#drawn = props.key;
  }
}

/**
 * Why the labels of a dataset cannot be judged; '' if they can.
 * @param {Dataset} dataset
 */
function unjudged({ statuses: { labels }, counts }) {
  if (!labels) return words.unlabelled;
  return counts && counts.classes.length < 2 ? words.oneClass : '';
}
