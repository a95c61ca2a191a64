/**
 * <read-progress>: how much of the files has been read, or of the labels searched, and a button to stop; how much of the
 * page is there, if that takes long.
 */

import { markup } from '../platform/trusted.js';
import { text } from '../text/index.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Dataset, Pane } from '../state/index.js' */

/** Milliseconds of reading before the time left is estimated; a pass shorter than `LONG` gets no estimate. */
const LEARNT = 2000;
const LONG = 5000;
/** Milliseconds that a page may lack items without a word. */
const SILENT = 500;

const words = text.progress;
const CONTENT = markup`
  <div role="progressbar" aria-label="${words.landmark}" aria-valuemin="0" aria-valuemax="100"></div>
  <button type="button">${words.cancel}</button>
  <span class="figures"></span>`;

export class ReadProgress extends ViewerElement {
  #bar = this.find('[role=progressbar]');
  #figures = this.find('.figures');
  #cancel = this.find('button');
  /** When reading was first seen, of which files, and how far it was. */
  #begun = { files: '', time: 0, share: 0 };
  /** Since when the page lacks items. */
  #lacking = Infinity;

  constructor() {
    super(CONTENT);
    this.#cancel.addEventListener('click', () => {
      intend(this, { type: 'cancel' });
      // The button disappears, so the focus moves on.
      intend(this, { type: 'focus-dataset' });
    });
  }

  /**
   * @param {Dataset | null} dataset
   * @param {Pane['painted']} painted
   */
  render(dataset, painted) {
    const statuses = [dataset?.statuses.images, dataset?.statuses.labels].filter((status) => !!status);
    const searching = dataset?.jobs.search?.progress ?? null;
    // While files are converted, their own progress is shown.
    const done = !!dataset?.grows || statuses.every(({ done }) => done);
    const { items: all = 0, missing = 0 } = painted ?? {};
    const isLate = this.#isLate(missing > 0 && statuses.some(({ waiting }) => waiting));
    this.hidden = done && searching === null && !isLate;
    this.#cancel.hidden = done && searching === null;
    if (done) this.#begun.files = '';
    if (done && searching !== null) {
      const words = text.progress.searching(Math.floor(searching * 100));
      return this.#show(searching, words, words);
    }
    if (done) {
      const words = text.progress.page(all - missing, all);
      return this.#show(1 - missing / Math.max(1, all), words, words);
    }
    const { items, promised, role } = statuses[0];
    const read = statuses.reduce((sum, status) => sum + status.read, 0);
    const size = statuses.some((status) => status.size === null)
      ? null
      : statuses.reduce((sum, status) => sum + (status.size ?? 0), 0);
    const share = size ? read / size : items / Math.max(1, promised);
    const left = this.#timeLeft([dataset?.id, dataset?.images, dataset?.labels].join(), share);
    const bytes = words.bytes(read, size);
    // The summary beside it already shows how many items there are in all.
    this.#show(
      share,
      [bytes, words.itemsOf(role, items, promised), ...left].join(', '),
      [bytes, words.items(role, items), ...left].join(', '),
    );
  }

  /**
   * @param {number} share
   * @param {string} heard
   * @param {string} seen
   */
  #show(share, heard, seen) {
    this.style.setProperty('--share', String(share));
    this.#bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)));
    this.#bar.setAttribute('aria-valuetext', heard);
    this.#figures.textContent = seen;
  }

  /**
   * Whether the page has lacked items for long.
   * @param {boolean} lacks
   */
  #isLate(lacks) {
    const now = performance.now();
    this.#lacking = lacks ? Math.min(this.#lacking, now) : Infinity;
    return now - this.#lacking >= SILENT;
  }

  /**
   * The time left, if there is an estimate and it is long enough to matter.
   * @param {string} files
   * @param {number} share
   */
  #timeLeft(files, share) {
    const now = performance.now();
    if (files !== this.#begun.files) this.#begun = { files, time: now, share };
    const { time, share: before } = this.#begun;
    const gone = now - time;
    const left = (gone * (1 - share)) / (share - before);
    const isKnown = gone >= LEARNT && gone + left >= LONG && Number.isFinite(left);
    return isKnown ? [words.left(left / 1000)] : [];
  }
}
