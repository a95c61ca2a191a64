/** A set of items that never changes: a change makes another set. */

/** @import { Range } from './query.js' */

/**
 * The numbers stand in ascending order in one array. To copy a million of them takes about a millisecond; to copy a `Set` takes
 * hundreds.
 */
export class ItemSet {
  #numbers;

  /** @param {Uint32Array} [numbers]  in ascending order, each once */
  constructor(numbers = new Uint32Array()) {
    this.#numbers = numbers;
  }

  /**
   * The set of these items, in any order.
   * @param {ArrayLike<number>} items
   */
  static of(items) {
    const numbers = new Uint32Array(items);
    return new ItemSet(isAscending(numbers) ? numbers : unique(sorted(numbers)));
  }

  get size() {
    return this.#numbers.length;
  }

  [Symbol.iterator]() {
    return this.#numbers.values();
  }

  /** @param {number} item */
  has(item) {
    return this.#numbers[this.#placeOf(item)] === item;
  }

  /**
   * The set with this item if it is not in this set, else without it.
   * @param {number} item
   */
  toggle(item) {
    const numbers = this.#numbers;
    const place = this.#placeOf(item);
    const had = numbers[place] === item;
    const next = new Uint32Array(numbers.length + (had ? -1 : 1));
    next.set(numbers.subarray(0, place));
    if (!had) next[place] = item;
    next.set(numbers.subarray(had ? place + 1 : place), had ? place : place + 1);
    return new ItemSet(next);
  }

  /**
   * The set with these items in addition.
   * @param {ItemSet} items
   */
  with(items) {
    const one = this.#numbers;
    const other = items.#numbers;
    const next = new Uint32Array(one.length + other.length);
    let [at, to, length] = [0, 0, 0];
    while (at < one.length && to < other.length) {
      const number = one[at];
      const more = other[to];
      next[length++] = Math.min(number, more);
      if (number <= more) at++;
      if (more <= number) to++;
    }
    const rest = at < one.length ? one.subarray(at) : other.subarray(to);
    next.set(rest, length);
    return new ItemSet(next.slice(0, length + rest.length));
  }

  /**
   * The set without these items.
   * @param {ItemSet} items
   */
  without(items) {
    return new ItemSet(this.#numbers.filter((number) => !items.has(number)));
  }

  /**
   * The set of the first items of this set.
   * @param {number} count
   */
  first(count) {
    return new ItemSet(this.#numbers.subarray(0, count));
  }

  /** The numbers as ranges, in order. */
  ranges() {
    /** @type {Range[]} */
    const found = [];
    for (const number of this.#numbers) {
      const last = found.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else found.push([number, number]);
    }
    return found;
  }

  /**
   * The place of an item, or the place where it would be.
   * @param {number} item
   */
  #placeOf(item) {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#numbers[middle] < item) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param {Uint32Array} numbers */
function isAscending(numbers) {
  for (let at = 1; at < numbers.length; at++) if (numbers[at] <= numbers[at - 1]) return false;
  return true;
}

/** @param {Uint32Array} numbers  in ascending order; it overwrites them */
function unique(numbers) {
  let length = 0;
  for (let at = 0; at < numbers.length; at++)
    if (at === 0 || numbers[at] !== numbers[length - 1]) numbers[length++] = numbers[at];
  return numbers.subarray(0, length);
}

/**
 * A radix sort, because the sort of the browser takes a tenth of a second for a million items.
 * @param {Uint32Array<ArrayBuffer>} numbers  which it overwrites
 */
function sorted(numbers) {
  let [from, to] = [numbers, new Uint32Array(numbers.length)];
  for (const shift of [0, 11, 22]) {
    const places = new Uint32Array(2048);
    for (let at = 0; at < from.length; at++) places[(from[at] >>> shift) & 2047]++;
    let place = 0;
    for (let digit = 0; digit < places.length; digit++) {
      const count = places[digit];
      places[digit] = place;
      place += count;
    }
    for (let at = 0; at < from.length; at++) to[places[(from[at] >>> shift) & 2047]++] = from[at];
    [from, to] = [to, from];
  }
  return from;
}
