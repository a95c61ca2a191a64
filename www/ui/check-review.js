/** Decides about the entries of a list of the check: by keys, and by the buttons of their cards. */

import {
  accept,
  comparedItem,
  Decisions,
  ItemSet,
  keepOneOfEach,
  NO_REVIEW,
  nextUndecided,
  outcome,
  progress,
  relabel,
} from '../state/index.js';
import { late } from '../text/late.js';
import { classOptions } from './class-options.js';
import { intend, reportFault } from './intent.js';
import { areSingle } from './keys.js';

/**
 * @import { Candidate, CheckList, Entry } from '../state/index.js'
 * @import { Action } from './card-actions.js'
 * @import { FindingCard } from './finding-card.js'
 * @import { FindingList, Props } from './finding-list.js'
 */

const words = late.review;
/** @type {Record<string, Action>} */
const ACTIONS = { Enter: 'accept', Backspace: 'kept', x: 'excluded', u: 'unclear' };

/** The items of entries that belong to the checked dataset. @type {WeakMap<Entry[], number[][]>} */
const owned = new WeakMap();

/**
 * The items of each entry that belong to the checked dataset.
 * @param {Props} props
 * @param {Entry[]} entries
 */
export function itemsOf({ plan, dataset }, entries) {
  const known = owned.get(entries);
  if (known) return known;
  const items = entries.map(({ places }) =>
    places
      .map((place) => comparedItem(plan, place))
      .filter(({ dataset: id }) => id === dataset.id)
      .map(({ item }) => item),
  );
  owned.set(entries, items);
  return items;
}

/**
 * Whether the entries of a list are groups of copies, one of which is enough.
 * @param {CheckList} list
 */
function hasCopies(list) {
  return list === 'duplicates' || list === 'near-duplicates';
}

export class CheckReview {
  #list;
  #cards;
  #report;
  #keys;
  #done;
  #classes;
  /** One decision after the other, because each moves the focus. */
  #last = Promise.resolve();
  /** The labels in the file of the items of entries. @type {WeakMap<Entry[], Map<number, number>>} */
  #labels = new WeakMap();

  /** @param {FindingList} list */
  constructor(list) {
    this.#list = list;
    this.#cards = list.find('.cards');
    this.#report = list.find('.reviewed');
    this.#keys = list.find('.keys');
    this.#done = list.find('.done');
    this.#classes = list.find('datalist');
    this.#cards.addEventListener('keydown', (event) => this.#press(event));
    this.#cards.addEventListener('decide', (event) => {
      const { detail, target } = /** @type {CustomEvent<Action>} */ (event);
      const card = /** @type {Element} */ (target).closest('finding-card');
      if (card) this.#queue(detail, () => list.placeOf(card));
    });
    this.#cards.addEventListener('click', (event) => {
      const card = /** @type {Element} */ (event.target).closest('finding-card');
      if (card && (event.ctrlKey || event.metaKey || event.shiftKey)) this.#select(list.placeOf(card));
    });
  }

  /** Shows what was decided. */
  render() {
    const { props } = this.#list;
    if (!props) return;
    const { dataset, describe, entries, list } = props;
    const { decisions } = dataset.review;
    const items = itemsOf(props, entries);
    const { reviewed, total } = progress(dataset.review, items);
    this.#report.textContent = total ? words.progress(reviewed, total) : '';
    this.#report.dataset.longest = total ? words.progress(total, total) : '';
    const canAccept = entries.some(({ suggested }) => suggested !== null);
    this.#keys.textContent = total ? words.keys(canAccept, this.#hasDigits) : '';
    const isDone = total > 0 && reviewed === total;
    this.#list.classList.toggle('reviewed-all', isDone);
    const summary = isDone ? words.allReviewed(total, outcome(dataset.review, items)) : '';
    /** @type {HTMLElement} */ (this.#done.firstElementChild).textContent = summary;
    /** @type {HTMLElement} */ (this.#done.lastElementChild).hidden = !isDone || !decisions.count('corrected');
    classOptions(this.#classes, dataset, describe.naming);
    for (const card of /** @type {Iterable<FindingCard>} */ (/** @type {unknown} */ (this.#cards.children))) {
      const place = this.#list.placeOf(card);
      const own = items[place];
      if (!own || !card.shows(entries[place])) continue;
      const selected = own.some((item) => dataset.selection.items.has(item));
      card.review({ decisions, items: own, selected, classes: this.#classes.id, hasCopies: hasCopies(list) });
    }
  }

  /** Keeps the first image of each group whose labels agree, and excludes the others. */
  keepOneOfEach() {
    const { props } = this.#list;
    if (!props) return;
    const groups = itemsOf(props, props.entries).filter((_, place) => !props.entries[place].disagree);
    const change = keepOneOfEach(props.dataset.review, groups);
    intend(this.#cards, { type: 'decide', change });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { target, key } = event;
    const isCard = /** @type {Element} */ (target).matches('finding-card');
    if (event.altKey || event.defaultPrevented || (!isCard && /** @type {Element} */ (target).matches('input'))) return;
    if (event.ctrlKey || event.metaKey) {
      const letter = key.toLowerCase();
      if (letter === 'z') this.#step(event.shiftKey ? 'redo' : 'undo');
      else if (letter === 'y') this.#step('redo');
      else return;
    } else {
      const act = this.#actOf(key, isCard);
      if (!act) return;
      // A key that is held down would decide about cards that the user has not seen.
      if (!event.repeat) act();
    }
    event.preventDefault();
  }

  /**
   * What a key does; null if it means something else.
   * @param {string} key
   * @param {boolean} isCard  whether a card has the focus, and not something on it
   */
  #actOf(key, isCard) {
    const focused = () => this.#list.focused;
    if (!isCard && (key === 'Enter' || key === ' ')) return null;
    if (key === ' ') return () => this.#select(focused());
    if (key === 'Enter' || key === 'Backspace' || (areSingle() && key in ACTIONS))
      return () => this.#queue(ACTIONS[key], focused);
    if (!areSingle()) return null;
    if (this.#hasDigits && this.#isClass(key)) return () => this.#queue({ label: Number(key) }, focused);
    return /^[\dl]$/.test(key) ? () => this.#type(key === 'l' ? '' : key) : null;
  }

  /** Whether every class is a digit. */
  get #hasDigits() {
    const counts = this.#list.props?.dataset.counts;
    return (
      counts?.more === 0 && counts.classes.every(({ label }) => Number.isInteger(label) && label >= 0 && label < 10)
    );
  }

  /**
   * Whether a digit is a class. Another one is typed, and set by Enter.
   * @param {string} key
   */
  #isClass(key) {
    return /^\d$/.test(key) && !!this.#list.props?.dataset.counts?.classes.some(({ label }) => label === Number(key));
  }

  /** @param {string} typed */
  #type(typed) {
    this.#list.cardAt(this.#list.focused)?.actions.type(typed);
  }

  /** @param {number} place */
  #select(place) {
    const { props } = this.#list;
    const items = props ? itemsOf(props, props.entries)[place] : [];
    for (const item of items) intend(this.#cards, { type: 'select', item, run: false });
  }

  /**
   * Undoes or redoes a step, and shows an entry that it was about.
   * @param {'undo' | 'redo'} type
   */
  #step(type) {
    const { props } = this.#list;
    const { past, future } = props?.dataset.review ?? { past: null, future: null };
    const step = type === 'undo' ? past : future;
    intend(this.#cards, { type });
    const groups = props ? itemsOf(props, props.entries) : [];
    const place = step ? groups.findIndex((own) => own.some((item) => step.change.has(item))) : -1;
    if (place >= 0) this.#list.goTo(place, true);
  }

  /**
   * @param {Action} action
   * @param {() => number} placeOf  the place of the entry, when earlier decisions are made
   */
  #queue(action, placeOf) {
    const report = (/** @type {unknown} */ error) =>
      reportFault(this.#cards, this.#list.props?.dataset.name ?? '', error);
    this.#last = this.#last.then(() => this.#decide(action, placeOf())).catch(report);
  }

  /**
   * Decides about an entry, or about all selected items if it is one of them. The next undecided entry gets the focus.
   * @param {Action} action
   * @param {number} place
   */
  async #decide(action, place) {
    const { props } = this.#list;
    const entries = props?.entries ?? [];
    // A page that is still being drawn shows other entries.
    if (!props || !entries[place] || !this.#list.cardAt(place)?.shows(entries[place])) return;
    const groups = itemsOf(props, entries);
    const { selection } = props.dataset;
    const isSelected = groups[place].some((item) => selection.items.has(item));
    // Only what this list is about: the selection may have been made elsewhere.
    const listed = ItemSet.of(groups.flat());
    const items = isSelected ? [...selection.items].filter((item) => listed.has(item)) : groups[place];
    const label = typeof action === 'object' ? action.label : null;
    const isUnfit = label !== null && (await props.engine?.call('unfit', Float64Array.of(label))) !== undefined;
    const change = isUnfit ? null : await this.#changeOf(action, items, isSelected);
    // Another dataset or list may be shown meanwhile.
    const { props: now } = this.#list;
    if (now?.dataset.id !== props.dataset.id || now.list !== props.list) return;
    // With another filter, the places are others.
    const isSame = now.key === props.key;
    if (isUnfit && isSame) this.#list.cardAt(place)?.actions.type(String(label), words.unfit(String(label)));
    if (!change?.size) return;
    intend(this.#cards, { type: 'decide', change });
    if (action === 'clear') return;
    const { decisions } = now.dataset.review;
    const next = nextUndecided(decisions.with(change), groups, place);
    if (next >= 0 && isSame) this.#list.goTo(next, true);
  }

  /**
   * @param {Action} action
   * @param {number[]} items
   * @param {boolean} isSelected  whether the user selected them
   */
  async #changeOf(action, items, isSelected) {
    const { props } = this.#list;
    if (!props) return null;
    if (action === 'clear') return Decisions.about(ItemSet.of(items), null);
    // One of each stays.
    if (action === 'excluded' && hasCopies(props.list) && !isSelected && items.length > 1)
      return keepOneOfEach(NO_REVIEW, [items]);
    if (typeof action === 'string' && action !== 'accept')
      return Decisions.about(ItemSet.of(items), { status: action });
    const candidates = await this.#candidates(items);
    if (action === 'accept') return accept(candidates);
    return relabel(candidates, action.label);
  }

  /**
   * @param {number[]} items
   * @returns {Promise<Candidate[]>}
   */
  async #candidates(items) {
    const { props } = this.#list;
    if (!props) return [];
    const { entries } = props;
    const groups = itemsOf(props, entries);
    const known = this.#labels.get(entries) ?? new Map();
    this.#labels.set(entries, known);
    // The labels of all entries are read at once.
    const wanted = new Set(known.size ? items : [...groups.flat(), ...items]);
    const missing = Uint32Array.from([...wanted].filter((item) => !known.has(item)));
    if (missing.length) {
      const labels = await props.engine?.call('labelsOf', missing);
      missing.forEach((item, at) => void known.set(item, labels?.[at] ?? NaN));
    }
    const suggestions = new Map(groups.flatMap((own, at) => own.map((item) => [item, entries[at].suggested])));
    return items.map((item) => {
      const label = known.get(item);
      return {
        item,
        label: label === undefined || Number.isNaN(label) ? null : label,
        suggestion: suggestions.get(item) ?? null,
      };
    });
  }
}
