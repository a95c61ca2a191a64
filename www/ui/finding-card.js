/** <finding-card>: something worth a look: the pictures in question, what is said about them, and similar images. */

import { markup } from '../platform/trusted.js';
import { check as words } from '../text/check.js';
import { text } from '../text/index.js';
import { late } from '../text/late.js';
import { spoken, titled } from '../text/naming.js';
import { numberOf } from '../text/numbering.js';
import { openOnClick, paintAt, SMALL, showPictures } from './item-pictures.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Decisions, Entry } from '../state/index.js'
 * @import { CardActions } from './card-actions.js'
 * @import { Description, Picture } from './item-pictures.js'
 *
 * @typedef {object} Card
 * @property {Entry} entry
 * @property {Picture[]} pictures  of the entry
 * @property {Picture[]} similar  images
 * @property {boolean} isNear  whether the images of the group are nearly equal, so that their difference is worth a look
 * @property {number} size  CSS pixels of the longer side of a picture
 *
 * @typedef {object} EntryReview
 * @property {Decisions} decisions
 * @property {number[]} items  of the entry that can be decided about
 * @property {boolean} selected
 * @property {string} classes  id of the list of classes
 * @property {boolean} hasCopies  whether the entry is a group of copies, one of which is enough
 */

const CONTENT = markup`
  <div class="shown">
    <div class="pictures"></div>
    <figure class="difference" hidden><canvas></canvas><figcaption>${words.difference}</figcaption></figure>
  </div>
  <div class="about">
    <p class="label"></p>
    <p class="note second"></p>
    <p class="note number"></p>
    <p class="note decided"></p>
  </div>
  <div class="similar" role="group" aria-label="${words.similar}"></div>
  <card-actions></card-actions>`;

export class FindingCard extends ViewerElement {
  #pictures = this.find('.pictures');
  #similar = this.find('.similar');
  #label = this.find('.label');
  #second = this.find('.second');
  #number = this.find('.number');
  #decided = this.find('.decided');
  actions = /** @type {CardActions} */ (this.find('card-actions'));
  /** @type {(Card & Description) | null} */
  #shown = null;

  constructor() {
    super(CONTENT);
    openOnClick(this);
  }

  /**
   * Whether the card shows an entry.
   * @param {Entry} entry
   */
  shows({ places }) {
    return this.#shown?.entry.places.join() === places.join();
  }

  /** @param {Card & Description} card */
  render(card) {
    // What is being typed is about the entry that was there.
    if (this.#shown && !this.shows(card.entry)) this.actions.close();
    this.#shown = card;
    this.#describe(card);
  }

  /**
   * Shows what was decided about the entry, and what can be decided.
   * @param {EntryReview} review
   */
  review({ decisions, items, selected, classes, hasCopies }) {
    if (!this.#shown) return;
    const { entry, pictures, naming } = this.#shown;
    const made = items.map((item) => decisions.get(item));
    const isDecided = made.length > 0 && made.every(Boolean);
    const isAlone = entry.places.length === 1;
    const decision = (isAlone && made[0]) || null;
    const label = isAlone ? pictures[0].label : null;
    this.dataset.decision = isDecided ? (decision?.status ?? 'decided') : '';
    this.classList.toggle('selected', selected);
    const corrected = decision?.label === undefined ? '' : titled(naming, decision.label);
    if (isAlone) {
      const suggested = entry.suggested === null || decision ? corrected : titled(naming, entry.suggested);
      this.#label.replaceChildren(...judged(label === null ? '' : titled(naming, label), suggested));
    }
    const said = decision ? text.items.decided(decision.status, corrected) : isDecided ? words.decided : '';
    this.#decided.textContent = said;
    this.ariaDescription = [selected && words.selected, said].filter(Boolean).join(', ') || null;
    this.actions.render({
      label,
      suggestion: entry.suggested,
      hasCopies: hasCopies && items.length > 1,
      decision,
      decided: isDecided,
      naming,
      classes,
    });
  }

  /** @param {Card & Description} card */
  #describe({ entry, pictures, similar, size, isNear, naming, kind, firstNumber }) {
    const isAlone = entry.places.length === 1;
    const [first] = pictures;
    const number = numberOf(first.item, firstNumber);
    const name = text.items.named(kind, number, '');
    const label = first.label === null ? '' : titled(naming, first.label);
    const suggested = entry.suggested === null ? '' : titled(naming, entry.suggested);
    const isMany = pictures.length > 1;
    showPictures(this.#pictures, pictures, size, { naming, kind, firstNumber, labelled: isMany });
    showPictures(this.#similar, similar, SMALL, { naming, kind, firstNumber, labelled: true });
    this.#compare(isNear ? pictures : [], size);
    this.classList.toggle('alone', isAlone);
    this.classList.toggle('disagree', entry.disagree);
    this.#label.replaceChildren(
      ...(isAlone ? judged(label, suggested) : [words.group(entry.places.length, entry.disagree, kind)]),
    );
    const { confidence, runnerUp, farFrom } = entry;
    const seconds = [
      ...(confidence === null ? [] : [words.likely(confidence)]),
      ...(farFrom === null ? [] : [words.farFrom[farFrom]]),
      ...(runnerUp === null ? [] : [words.orElse(titled(naming, runnerUp))]),
    ];
    this.#second.textContent = this.#second.title = seconds.join(', ');
    const hidden = entry.places.length - pictures.length;
    this.#number.textContent = isAlone ? late.item.number(number, '') : hidden ? words.more(hidden) : '';
    this.ariaLabel = isAlone
      ? entry.suggested === null || first.label === null
        ? text.items.named(kind, number, label)
        : words.suspect(name, spoken(naming, first.label), spoken(naming, entry.suggested))
      : words.group(entry.places.length, entry.disagree, kind);
  }

  /**
   * Shows the difference of the first two pictures.
   * @param {Picture[]} pictures
   * @param {number} size  CSS pixels of the longer side
   */
  #compare([one, other], size) {
    const figure = this.find('.difference');
    figure.hidden = !one?.image || !other?.image;
    if (!one?.image || !other?.image) return;
    const canvas = this.find('.difference canvas', HTMLCanvasElement);
    paintAt(canvas, one.image, size);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const layer = new OffscreenCanvas(other.image.width, other.image.height);
    layer.getContext('2d')?.putImageData(other.image, 0, 0);
    context.globalCompositeOperation = 'difference';
    context.drawImage(layer, 0, 0);
  }
}

/**
 * A label, and the one that is suggested in its place.
 * @param {string} label
 * @param {string} suggested
 */
function judged(label, suggested) {
  const create = (/** @type {string} */ tag, /** @type {string} */ textContent) =>
    Object.assign(document.createElement(tag), { textContent });
  return suggested ? [create('s', label), ' → ', create('b', suggested)] : [create('b', label)];
}
