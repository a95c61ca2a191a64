/** <reliability-diagram>: which part of the items is right at each confidence. The figures of a bin are read out. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/** @import { PredictionCalibration } from '../pkg/insight.js' */

const SVG = 'http://www.w3.org/2000/svg';

const words = late.predictions;
const CONTENT = markup`
  <h3>${words.calibration}</h3>
  <p class="note none">${words.noConfidence}</p>
  <div class="diagram">
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" tabindex="0" aria-description="${words.diagramKeys}">
      <g class="bars"></g>
      <line class="ideal" x1="0" y1="100" x2="100" y2="0"></line>
    </svg>
    <p class="note ends"><span>0</span><span>${words.confidence}</span><span>1</span></p>
    <p class="note readout" aria-live="polite"></p>
  </div>`;

export class ReliabilityDiagram extends ViewerElement {
  #diagram = this.find('.diagram');
  #picture = this.find('svg', SVGSVGElement);
  #bars = this.find('.bars', SVGGElement);
  #readout = this.find('.readout');
  /** @type {PredictionCalibration['bins']} */
  #bins = [];
  /** The bin that is read out. @type {number | null} */
  #at = null;

  constructor() {
    super(CONTENT);
    for (const type of ['pointermove', 'pointerdown'])
      this.#picture.addEventListener(type, (event) => {
        const { clientX } = /** @type {PointerEvent} */ (event);
        const { left, width } = this.#picture.getBoundingClientRect();
        this.#move(Math.floor((this.#bins.length * (clientX - left)) / width));
      });
    this.#picture.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {PredictionCalibration | null} calibration */
  render(calibration) {
    this.#diagram.hidden = calibration === null;
    this.find('.none').hidden = calibration !== null;
    this.#bins = calibration?.bins ?? [];
    if (calibration) this.#picture.ariaLabel = words.diagram(calibration.error.toFixed(4));
    const width = 100 / Math.max(1, this.#bins.length);
    const most = Math.max(1, ...this.#bins.map(({ items }) => items));
    this.#bars.replaceChildren(
      ...this.#bins.flatMap(({ items, confidence, accuracy }, bin) => {
        // The more items, the stronger: a bin of three items proves little.
        const opacity = items ? 0.25 + 0.75 * Math.sqrt(items / most) : 0;
        const [lower, upper] = [Math.min(confidence, accuracy), Math.max(confidence, accuracy)];
        const bar = { x: bin * width + 0.5, width: width - 1, opacity };
        return [
          rectangle('bar', { ...bar, y: 100 - 100 * accuracy, height: 100 * accuracy }),
          rectangle('gap', { ...bar, y: 100 - 100 * upper, height: 100 * (upper - lower) }),
        ];
      }),
    );
    this.#move(null);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const last = this.#bins.length - 1;
    const at = this.#at ?? -1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(Math.max(0, Math.min(to, last)));
  }

  /**
   * Reads out a bin.
   * @param {number | null} at
   */
  #move(at) {
    this.#at = at;
    const bin = at === null ? undefined : this.#bins[at];
    if (at === null || !bin) {
      this.#readout.textContent = words.calibrationHint;
      return;
    }
    const range = [at, at + 1].map((edge) => (edge / this.#bins.length).toFixed(2)).join('–');
    this.#readout.textContent = words.bin(range, bin.items, bin.confidence.toFixed(3), words.percent(bin.accuracy));
  }
}

/**
 * @param {string} name
 * @param {Record<string, number>} attributes
 */
function rectangle(name, attributes) {
  const shape = document.createElementNS(SVG, 'rect');
  shape.setAttribute('class', name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value.toFixed(3));
  return shape;
}
