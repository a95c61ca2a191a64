/** The view in the address bar: replaced while paging, pushed where Back should lead to. */

import { fromHash, toHash } from './state.js';

/** @import { State, Wish } from './state.js' */

/** Milliseconds between two replacements: browsers refuse more than a few per second. */
const PAUSE = 300;

export class Address {
  #written = 0;
  #timer = 0;

  /** @param {(wish: Wish) => void} onreturn  called when Back, Forward or a person changes the hash */
  constructor(onreturn) {
    addEventListener('popstate', () => {
      clearTimeout(this.#timer);
      onreturn(fromHash(location.hash));
    });
  }

  /** Whether Back closes the panel. */
  get inPanel() {
    return history.state?.panel === true;
  }

  /**
   * @param {State} state
   * @param {State} before
   * @param {boolean} returning  whether the change came from the address itself
   */
  follow(state, before, returning) {
    if (state.current === null && before.current === null) return;
    const opened = state.item !== null && before.item === null;
    const switched = state.current !== before.current;
    clearTimeout(this.#timer);
    if ((opened || switched) && before.current !== null && !returning) {
      // What is left goes first, as it should look on return.
      this.#write('replaceState', before, history.state);
      this.#write('pushState', state, { panel: opened });
    } else if (performance.now() - this.#written > PAUSE) {
      this.#write('replaceState', state, history.state);
    } else {
      this.#timer = setTimeout(() => this.#write('replaceState', state, history.state), PAUSE);
    }
  }

  /**
   * @param {'pushState' | 'replaceState'} how
   * @param {State} state
   * @param {unknown} entry
   */
  #write(how, state, entry) {
    const hash = toHash(state);
    if (how === 'replaceState' && hash === location.hash) return;
    this.#written = performance.now();
    history[how](entry, '', hash || location.pathname + location.search);
  }
}
