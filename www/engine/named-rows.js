/** The rows of a table by the names in it. Letter case tells names apart, and else makes no difference. */

export class NamedRows {
  /** Null of a name whose rows say different things. @type {Map<string, number | null>} */
  #rows = new Map();
  /** The only name that is this one in small letters; null if several are. @type {Map<string, string | null>} */
  #folded = new Map();

  /** How many names there are. */
  get size() {
    return this.#rows.size;
  }

  /**
   * @param {string} name
   * @param {number} row
   * @param {(one: number, other: number) => boolean} areSame  whether two rows of one name say the same
   */
  add(name, row, areSame) {
    const known = this.#rows.get(name);
    if (known !== undefined) {
      if (known !== null && !areSame(known, row)) this.#rows.set(name, null);
      return;
    }
    this.#rows.set(name, row);
    const folded = name.toLowerCase();
    this.#folded.set(folded, this.#folded.has(folded) ? null : name);
  }

  /**
   * The row of this name, or else of the only one that differs from it just in letter case.
   * @param {string} name
   * @param {boolean} isExact  whether letter case always counts
   */
  get(name, isExact) {
    const row = this.#rows.get(name);
    if (row !== undefined || isExact) return row;
    const similar = this.#folded.get(name.toLowerCase());
    return typeof similar === 'string' ? this.#rows.get(similar) : undefined;
  }
}

/**
 * The names that differ from another of these just in letter case: a table means them only where it has them exactly.
 * @param {{ name: string }[]} entries
 */
export function twinsAmong(entries) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  /** @type {Set<string>} */
  const twins = new Set();
  for (const { name } of entries) {
    const folded = name.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, name);
    else twins.add(other).add(name);
  }
  return twins;
}
