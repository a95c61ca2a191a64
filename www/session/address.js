/** The view in the address bar, and the history: each step of the user has an entry, which Back undoes. */

import {
  current,
  FIRST_SCREEN,
  fromHash,
  isPresentation,
  isSeeking,
  isStep,
  positionOf,
  samePosition,
  toHash,
} from '../state/index.js';
import { Gestures } from './gestures.js';

/** @import { Event, State, Link, Position } from '../state/index.js' */

/** Browsers refuse more than 100 changes in ten seconds: so many are written at once, and then one in a pause. */
const BURST = 50;
/** Milliseconds. */
const PAUSE = 300;
/** Files that an entry names. */
const MAX_FILES = 16;

/**
 * @typedef {object} Entry  what the browser keeps with each entry of the history
 * @property {string} visit  the load or link since which positions are known
 * @property {number} step  index of its position
 * @property {string[]} files  on this device that were open, those of the dataset in view first
 */

export class Address {
  /** Changes that may be written now. */
  #credit = BURST;
  /** The time at which the credit was last updated, in milliseconds. */
  #counted = 0;
  #timer = 0;
  /** The state to write after the pause. @type {State | null} */
  #late = null;
  #visit = newVisit();
  /** The position of each entry since the visit began. @type {(Position | null)[]} */
  #positions = [null];
  /** Index of the present entry. */
  #step = 0;
  /** Whether the present entry may be that of a link whose dataset is not open. */
  #awaits = true;
  /** Whether the way back has begun: the browser takes a moment for it. */
  #isLeaving = false;
  #gestures;
  /** The gesture of the last step. */
  #gesture = -1;

  /**
   * @param {(link: Link, position: Position | null) => void} onreturn  called when Back, Forward or the user changes the
   *   address; a position is known for steps since the page was loaded
   * @param {AbortSignal} signal  ends it
   */
  constructor(onreturn, signal) {
    const follow = () => {
      this.#isLeaving = false;
      this.#late = null;
      this.#gestures.end();
      const entry = entryOf(history.state);
      const known = entry?.visit === this.#visit;
      if (known) this.#step = entry.step;
      else this.#restart();
      // The dataset may have been closed since.
      this.#awaits = true;
      onreturn(fromHash(location.hash), this.#positions[this.#step]);
    };
    this.#gestures = new Gestures(signal);
    addEventListener('popstate', follow, { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /**
   * Whether Back leads to this state.
   * @param {State} state
   */
  goesBackTo(state) {
    const position = positionOf(state);
    const before = this.#positions[this.#step - 1];
    return !!position && !!before && samePosition(before, position);
  }

  /** The files on this device that the present entry was about. */
  get files() {
    return entryOf(history.state)?.files ?? [];
  }

  /** Back, and Forward leads to what is seen now. */
  back() {
    // Twice at once would lead too far.
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#flush();
    history.back();
  }

  /**
   * @param {State} state
   * @param {State} before
   * @param {Event} event  the change
   */
  follow(state, before, event) {
    const [shown, shownBefore] = [current(state)?.id, current(before)?.id];
    if (shown === undefined && shownBefore === undefined) return;
    this.#awaits &&= state.link !== null;
    const isStep = this.#isStep(state, before, event);
    // An entry keeps its link until the link's dataset is open, so that Back and Forward still lead to it.
    if (this.#awaits && !isStep) return;
    this.#late = null;
    const now = performance.now();
    this.#credit = Math.min(BURST, this.#credit + (now - this.#counted) / PAUSE);
    this.#counted = now;
    if (this.#credit < 1) {
      this.#late = state;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#flush(), PAUSE);
    } else if (isStep && this.#gesture !== this.#gestures.current) {
      // The entry that Back returns to gets its last state first.
      if (!this.#awaits || shownBefore === undefined) this.#write(before);
      this.#push(state);
    } else {
      this.#write(state);
    }
    if (isStep) this.#gesture = this.#gestures.current;
  }

  /**
   * Whether a change is one that Back should undo.
   * @param {State} state
   * @param {State} before
   * @param {Event} event
   */
  #isStep(state, before, event) {
    if (event.type === 'return' || event.type === 'restore') return false;
    const [position, last] = [positionOf(state), positionOf(before)];
    // From the first screen, opening a file is a step, unless a link in the address asks for it.
    if (!last) return !!position && !location.hash;
    if (!position) return false;
    // A presentation is one step, however many items it shows. There is none without images.
    if (isPresentation(before.mode) && current(before)?.statuses.images) return false;
    const isSwitched = current(state)?.id !== current(before)?.id;
    return (isStep(event) || isSwitched) && !samePosition(position, last);
  }

  #flush() {
    if (this.#late) this.#write(this.#late);
    this.#late = null;
  }

  /** The present entry is a link, or from before the page was loaded. Links restore all settings, so older positions are forgotten. */
  #restart() {
    this.#visit = newVisit();
    this.#positions = [null];
    this.#step = 0;
  }

  /** @param {State} state */
  #push(state) {
    this.#awaits = false;
    this.#credit--;
    this.#step++;
    this.#positions.length = this.#step;
    this.#positions.push(positionOf(state));
    history.pushState(this.#entryOf(state), '', addressOf(toHash(state)));
  }

  /** @param {State} state */
  #write(state) {
    // A position that Back or Forward leads to is kept until its items are found.
    if (!isSeeking(state) || !this.#positions[this.#step])
      this.#positions[this.#step] = positionOf(state) ?? FIRST_SCREEN;
    const hash = toHash(state);
    const entry = this.#entryOf(state);
    if (hash === location.hash && JSON.stringify(entry) === JSON.stringify(history.state)) return;
    this.#credit--;
    history.replaceState(entry, '', addressOf(hash));
  }

  /**
   * @param {State} state
   * @returns {Entry}
   */
  #entryOf(state) {
    return { visit: this.#visit, step: this.#step, files: localFiles(state) };
  }
}

/** @param {State} state */
function localFiles(state) {
  const shown = current(state);
  const others = state.datasets.filter((dataset) => dataset !== shown);
  const local = [...(shown ? [shown] : []), ...others].filter(
    ({ sample, addresses }) => !sample && !addresses.images && !addresses.labels,
  );
  return [...new Set(local.flatMap(({ sources }) => sources))].slice(0, MAX_FILES);
}

/** @param {string} hash */
function addressOf(hash) {
  return hash || location.pathname + location.search;
}

/**
 * @param {unknown} kept
 * @returns {Entry | null}
 */
function entryOf(kept) {
  const entry = /** @type {Entry | null} */ (kept);
  return typeof entry?.visit === 'string' ? entry : null;
}

/** A name that no other load of the page has. */
function newVisit() {
  return `${performance.timeOrigin + performance.now()}`;
}
