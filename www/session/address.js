/** The view in the address bar: replaced while paging, pushed where Back should lead to. */

import { current, fromHash, toHash } from '../state/index.js';

/** @import { State, Link } from '../state/index.js' */

/** Browsers refuse more than 100 changes in ten seconds: so many are written at once, and then one in a pause. */
const BURST = 50;
/** Milliseconds. */
const PAUSE = 300;

export class Address {
  /** Changes that may be written now. */
  #credit = BURST;
  /** The time at which the credit was last updated, in milliseconds. */
  #counted = 0;
  #timer = 0;
  /** The state to write after the pause. @type {State | null} */
  #late = null;

  /**
   * @param {(link: Link) => void} onreturn  called when Back, Forward or the user changes the hash
   * @param {AbortSignal} signal  ends it
   */
  constructor(onreturn, signal) {
    const follow = () => {
      this.#late = null;
      onreturn(fromHash(location.hash));
    };
    addEventListener('popstate', follow, { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether Back closes the panel. */
  get inPanel() {
    return history.state?.panel === true;
  }

  /** Back, and Forward leads to what is seen now. */
  back() {
    this.#flush();
    history.back();
  }

  /**
   * @param {State} state
   * @param {State} before
   * @param {boolean} returning  whether the change came from the address itself
   */
  follow(state, before, returning) {
    const [shown, shownBefore] = [current(state)?.id, current(before)?.id];
    if (shown === undefined && shownBefore === undefined) return;
    const opened = state.item !== null && before.item === null;
    const switched = shown !== shownBefore;
    this.#late = null;
    const now = performance.now();
    this.#credit = Math.min(BURST, this.#credit + (now - this.#counted) / PAUSE);
    this.#counted = now;
    if ((opened || switched) && shownBefore !== undefined && !returning) {
      // The entry that Back returns to gets its last state first.
      this.#write('replaceState', before, history.state);
      this.#write('pushState', state, { panel: opened });
    } else if (this.#credit >= 1) {
      this.#write('replaceState', state, history.state);
    } else {
      this.#late = state;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#flush(), PAUSE);
    }
  }

  #flush() {
    if (this.#late) this.#write('replaceState', this.#late, history.state);
    this.#late = null;
  }

  /**
   * @param {'pushState' | 'replaceState'} how
   * @param {State} state
   * @param {unknown} entry
   */
  #write(how, state, entry) {
    const hash = toHash(state);
    if (how === 'replaceState' && hash === location.hash) return;
    this.#credit--;
    history[how](entry, '', hash || location.pathname + location.search);
  }
}
