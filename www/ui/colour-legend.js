/** <colour-legend>: which values the colours stand for. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Limits } from '../state/index.js'
 * @import { Status } from '../engine/protocol.js'
 *
 * @typedef {object} Props
 * @property {Status | null} status
 * @property {Limits} limits
 * @property {{ range: [number, number] | null, ramp: ImageData | null } | null} painted
 */

const words = late.legend;

/** In the order of Status.notFinite, and of the end of the ramp. */
const NOT_FINITE = ['NaN', '−∞', '+∞'];

const CONTENT = markup`
  <canvas width="256" height="1" aria-hidden="true"></canvas>
  <p class="note"><span></span><span class="about"></span></p>
  <ul class="note" aria-label="${words.notFinite}" hidden></ul>`;

export class ColourLegend extends ViewerElement {
  #ramp = this.find('canvas', HTMLCanvasElement);
  #text = this.find('.note');
  #values = this.find('.note span');
  #about = this.find('.about');
  #others = this.find('ul');
  /** @type {ImageData | null} */
  #shown = null;

  constructor() {
    super(CONTENT);
    for (const name of NOT_FINITE) {
      const entry = document.createElement('li');
      entry.append(Object.assign(document.createElement('canvas'), { width: 1, height: 1, ariaHidden: 'true' }), name);
      this.#others.append(entry);
    }
  }

  /** @param {Props} props */
  render({ status, limits, painted }) {
    const described = describe(status, limits, painted?.range ?? null);
    // Until the range of the next dataset is known, the room of the last one stays, so that nothing beside it moves.
    this.#text.style.visibility = described ? '' : 'hidden';
    if (described) {
      const [values, about] = described;
      this.#values.textContent = values;
      this.#about.textContent = about && `, ${about}`;
      this.#text.title = this.#text.textContent ?? '';
    }
    this.#ramp.hidden = !status || status.channels > 1;
    this.#others.hidden = !status?.notFinite.some((count) => count);
    status?.notFinite.forEach((count, index) => {
      const entry = /** @type {HTMLElement} */ (this.#others.children[index]);
      entry.hidden = !count;
      entry.title = words.count(count);
    });
    const ramp = painted?.ramp;
    if (!ramp || ramp === this.#shown) return;
    this.#shown = ramp;
    this.#ramp.getContext('2d')?.putImageData(ramp, 0, 0);
    [...this.#others.querySelectorAll('canvas')].forEach((canvas, index) => {
      canvas.getContext('2d')?.putImageData(ramp, -(this.#ramp.width + index), 0);
    });
  }
}

/**
 * The values at the ends of the ramp, and where they come from; null while they are not known.
 * @param {Status | null} status
 * @param {Limits} limits
 * @param {[number, number] | null} range
 */
function describe(status, limits, range) {
  if (limits === 'item') return words.eachItem;
  if (!status || !range) return null;
  const [low, high] = range.map((value) => Number(value.toPrecision(6)));
  if (limits !== 'file') return words.fixed(low, high);
  // The range of bytes begins at 0, and ends at 255 unless all are small. Of a plain file, only items in view are read.
  if (status.elementType === 'u8') {
    if (high === 255) return words.ofType(low, high, status.elementType);
    return status.gzip && status.done ? words.ofFile(low, high) : words.soFar(low, high);
  }
  const same = range.every((end, index) => end === status.range?.[index]);
  return same ? words.ofFile(low, high) : words.symmetric(low, high);
}
