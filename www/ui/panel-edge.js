/** <panel-edge>: the panel's inner edge, which makes it wider or narrower. The width is kept. */

import { text } from '../text/index.js';
import { intend } from './intent.js';
import { onResize, textScale, ViewerElement } from './viewer-element.js';

/** CSS pixels that a key moves the edge, for text of the usual size. */
const STEP = 24;

export class PanelEdge extends ViewerElement {
  constructor() {
    super('');
    this.addEventListener('pointerdown', (event) => this.#drag(event));
    this.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    Object.assign(this, { role: 'separator', ariaOrientation: 'vertical', ariaLabel: text.frame.edge, tabIndex: 0 });
    // How wide the panel is depends on the window, too.
    for (const element of [this.#panel, document.documentElement]) onResize(element, signal, () => this.#report());
  }

  get #panel() {
    return /** @type {HTMLElement} */ (this.parentElement);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.button) return;
    // The press would begin to select text.
    event.preventDefault();
    this.focus();
    this.setPointerCapture(event.pointerId);
    const grip = event.clientX - this.#panel.getBoundingClientRect().left;
    const end = new AbortController();
    const { signal } = end;
    this.addEventListener(
      'pointermove',
      ({ clientX }) => this.#widen(this.#panel.getBoundingClientRect().right - clientX + grip),
      { signal },
    );
    for (const type of ['pointerup', 'pointercancel']) this.addEventListener(type, () => end.abort(), { signal });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { width } = this.#panel.getBoundingClientRect();
    const step = STEP * textScale();
    const wanted = { ArrowLeft: width + step, ArrowRight: width - step, Home: 0, End: innerWidth }[event.key];
    if (wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    // Elsewhere in the viewer these keys move through the items.
    event.stopPropagation();
    this.#widen(wanted);
  }

  /** @param {number} width  in CSS pixels; the stylesheet has its bounds */
  #widen(width) {
    intend(this, { type: 'widen-panel', width: Math.max(1, Math.round(width)) });
  }

  #report() {
    const share = (100 * this.#panel.clientWidth) / innerWidth;
    Object.assign(this, { ariaValueMin: '0', ariaValueMax: '100', ariaValueNow: String(Math.round(share)) });
  }
}
