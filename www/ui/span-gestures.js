/** Moves along a line and zooms into it: by wheel, by dragging, by pinching with two fingers. */

/** Pixels of wheel that double what is shown. */
const WHEEL = 400;
/** CSS pixels that a pointer moves before it drags. */
const SLACK = 4;

export class SpanGestures {
  #area;
  #span;
  #move;
  /** The part of a value that the wheel has turned. */
  #rest = 0;
  /** The pointers that are down, and where. @type {Map<number, number>} */
  #pointers = new Map();
  /** The span when the last pointer came down, and the place where it came down. */
  #grip = { first: 0, last: 0, x: 0, width: 0, isDragged: false };

  /**
   * @param {HTMLElement} area
   * @param {object} handlers
   * @param {() => [number, number]} handlers.span  the first and the last place that are shown
   * @param {(from: number, to: number) => void} handlers.move  shows another part
   * @param {(factor: number, share: number) => void} handlers.zoom  shows `factor` times as much; the place at `share` of the width stays
   * @param {(event: PointerEvent) => void} handlers.point  a pointer moves without dragging
   */
  constructor(area, { span, move, zoom, point }) {
    this.#area = area;
    this.#span = span;
    this.#move = move;
    area.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#pointers.set(event.pointerId, event.clientX);
      this.#grab();
      if (this.#pointers.size === 1) point(event);
    });
    area.addEventListener('pointermove', (event) => {
      // The button may have been released outside.
      if (event.pointerType === 'mouse' && !event.buttons) this.#pointers.delete(event.pointerId);
      if (this.#pointers.has(event.pointerId)) this.#drag(event);
      else point(event);
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      area.addEventListener(end, ({ pointerId }) => {
        this.#pointers.delete(pointerId);
        if (this.#pointers.size) this.#grab();
      });
    }
    area.addEventListener('wheel', (event) => {
      if (event.ctrlKey && !event.cancelable) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 33;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isSideways) return this.#roll((event.shiftKey ? event.deltaY || event.deltaX : event.deltaX) * unit);
      const { left, width } = area.getBoundingClientRect();
      zoom(2 ** ((event.deltaY * unit) / WHEEL), (event.clientX - left) / width);
    });
  }

  /** @param {number} pixels */
  #roll(pixels) {
    const [from, to] = this.#span();
    const by = this.#rest + (pixels / this.#area.clientWidth) * (to - from);
    this.#rest = by % 1;
    this.#move(from + Math.trunc(by), to + Math.trunc(by));
  }

  /** Takes hold of what is shown now, with the pointers that are down. */
  #grab() {
    const places = [...this.#pointers.values()];
    const [first, last] = this.#span();
    this.#grip = { first, last, x: mean(places), width: extent(places), isDragged: places.length > 1 };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    this.#pointers.set(event.pointerId, event.clientX);
    const places = [...this.#pointers.values()];
    const { first, last, x, width } = this.#grip;
    const { left, width: room } = this.#area.getBoundingClientRect();
    if (!this.#grip.isDragged && Math.abs(mean(places) - x) < SLACK) return;
    if (!this.#grip.isDragged) this.#area.setPointerCapture(event.pointerId);
    this.#grip.isDragged = true;
    // The place under the pointers stays under them.
    const held = first + ((x - left) / room) * (last - first);
    const factor = places.length > 1 ? Math.max(1, width) / Math.max(1, extent(places)) : 1;
    const shown = (last - first) * factor;
    const from = held - ((mean(places) - left) / room) * shown;
    this.#move(from, from + shown);
  }
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** @param {number[]} numbers */
function extent(numbers) {
  return Math.max(...numbers) - Math.min(...numbers);
}
