/** The cards of one page of a list: as many as there are entries, and what they show. */

import { loadPictures, picturesAt } from './card-pictures.js';
import { FindingCard } from './finding-card.js';
import { Latest } from './latest.js';

/**
 * @import { Entry } from '../state/index.js'
 * @import { DistanceSlider } from './distance-slider.js'
 * @import { Props } from './finding-list.js'
 */

/** CSS pixels of the longer side of the picture in question, and of those of a group. */
const LARGE = 84;
const MEMBER = 56;
/** Images of a group that a card shows, and similar images of another one. */
const MEMBERS = 8;
const SIMILAR = 6;

export class CardPage {
  #cards;
  #slider;
  #pictures = new Latest();

  /**
   * @param {HTMLElement} cards  holds them
   * @param {DistanceSlider} slider  shows the pairs beside the distance
   */
  constructor(cards, slider) {
    this.#cards = cards;
    this.#slider = slider;
  }

  /**
   * Lays out a card for each entry. What they show comes later.
   * @param {Entry[]} entries
   * @param {boolean} isPartial  whether there are fewer of them than on the other pages
   */
  lay(entries, isPartial) {
    this.#keepHeight(isPartial);
    while (this.#cards.children.length > entries.length) this.#cards.lastElementChild?.remove();
    while (this.#cards.children.length < entries.length) {
      const card = new FindingCard();
      card.role = 'listitem';
      // It has its room before its pictures come.
      card.classList.toggle('alone', entries[this.#cards.children.length].places.length === 1);
      this.#cards.append(card);
    }
  }

  /**
   * Shows the entries on the cards. Resolves to false if there is nothing new to show.
   * @param {Props} props
   * @param {Entry[]} entries
   */
  async fill(props, entries) {
    const { check, list, appearance, dataset, describe } = props;
    const near = check?.results.nearDuplicates;
    const key = JSON.stringify([props.key, list, entries, appearance, check?.stage === null, near?.threshold]);
    const answer = await this.#pictures.ask({ key, version: dataset.statuses.version }, () => load(props, entries));
    if (!answer) return false;
    this.#pictures.partial = !answer.complete;
    this.#slider.showPairs(answer.inside, answer.outside, describe);
    answer.cards.forEach((card, index) => {
      const element = /** @type {FindingCard} */ (this.#cards.children[index]);
      const size = card.entry.places.length > 1 ? MEMBER : LARGE;
      element.render({ ...card, ...describe, size, isNear: list === 'near-duplicates' });
    });
    return true;
  }

  /**
   * A last page with fewer cards is as high as the others, so that the buttons below it stay where they are.
   * @param {boolean} isPartial
   */
  #keepHeight(isPartial) {
    const { style, offsetHeight } = this.#cards;
    if (!isPartial) style.minHeight = '';
    else style.minHeight ||= `${offsetHeight}px`;
  }
}

/**
 * What the slider is about; undefined in other lists.
 * @param {Props} props
 */
export function nearDuplicates({ check, list }) {
  return list === 'near-duplicates' ? check?.results.nearDuplicates : undefined;
}

/**
 * Loads what the cards of some entries show, and the pairs beside the slider.
 * @param {Props} props
 * @param {Entry[]} entries
 */
async function load(props, entries) {
  const { check, plan, source, neighbours } = props;
  const areAlone = entries.every(({ places }) => places.length === 1);
  const asked = entries.map(({ places: [place] }) => place);
  const canCompare = check?.stage === null && plan === check.plan;
  const similar = areAlone && canCompare ? await neighbours(asked, SIMILAR).catch(() => null) : null;
  const cards = entries.map((entry, index) => ({
    entry,
    pictures: picturesAt(plan, entry.places.slice(0, MEMBERS), source),
    similar: picturesAt(plan, similar?.subarray(index * SIMILAR, (index + 1) * SIMILAR) ?? [], source),
  }));
  const near = nearDuplicates(props);
  const inside = picturesAt(plan, near?.inside ?? [], source);
  const outside = picturesAt(plan, near?.outside ?? [], source);
  const pictures = cards.flatMap((card) => [...card.pictures, ...card.similar]);
  const complete = await loadPictures([...pictures, ...inside, ...outside], LARGE * devicePixelRatio, source);
  return { cards, inside, outside, complete };
}
