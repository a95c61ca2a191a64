/** Moves the map, zooms into it, and draws around images: by wheel, by dragging, by pinching with two fingers. */

/** Pixels of wheel that double the size. */
const WHEEL = 300;
/** CSS pixels that a pointer moves before it drags, and between two corners of an outline. */
const SLACK = 4;

/**
 * @typedef {{ x: number, y: number }} Place  in CSS pixels from the corner of the area
 *
 * @typedef {object} Handlers
 * @property {(place: Place | null) => void} hover  over a place, or no longer over the area
 * @property {(place: Place, event: PointerEvent) => void} click
 * @property {(x: number, y: number) => void} pan  by so many pixels
 * @property {(factor: number, place: Place) => void} zoom  around a place
 * @property {(outline: Place[], event: PointerEvent) => void} select
 * @property {() => boolean} isLasso  whether dragging draws around images
 */

export class MapGestures {
  #area;
  #outline;
  #handlers;
  /** The pointers that are down, and where. @type {Map<number, Place>} */
  #pointers = new Map();
  #isDragged = false;
  /** The corners of the outline that is being drawn. @type {Place[] | null} */
  #lasso = null;

  /**
   * @param {HTMLElement} area
   * @param {SVGPolygonElement} outline
   * @param {Handlers} handlers
   */
  constructor(area, outline, handlers) {
    this.#area = area;
    this.#outline = outline;
    this.#handlers = handlers;
    area.addEventListener('pointerdown', (event) => this.#press(event));
    area.addEventListener('pointermove', (event) => this.#move(event));
    area.addEventListener('pointerup', (event) => this.#release(event));
    area.addEventListener('pointercancel', ({ pointerId }) => {
      this.#pointers.delete(pointerId);
      this.cancel();
    });
    area.addEventListener('pointerleave', () => {
      if (!this.#pointers.size) handlers.hover(null);
    });
    area.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 33);
        // Pinching on a trackpad arrives as a wheel with Ctrl, in small steps.
        const factor = 2 ** ((-pixels * (event.ctrlKey && Math.abs(pixels) < 50 ? 4 : 1)) / WHEEL);
        handlers.zoom(factor, this.#place(event));
      },
      { passive: false },
    );
  }

  /** Ends the outline that is being drawn. Whether there was one. */
  cancel() {
    const wasDrawn = this.#lasso !== null;
    this.#lasso = null;
    this.#outline.setAttribute('points', '');
    return wasDrawn;
  }

  /**
   * @param {MouseEvent} event
   * @returns {Place}
   */
  #place({ clientX, clientY }) {
    const { left, top } = this.#area.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    const place = this.#place(event);
    this.#pointers.set(event.pointerId, place);
    this.#area.setPointerCapture(event.pointerId);
    if (this.#pointers.size > 1) {
      this.cancel();
      this.#isDragged = true;
    } else {
      this.#isDragged = false;
      if (event.shiftKey || this.#handlers.isLasso()) this.#lasso = [place];
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    const place = this.#place(event);
    if (!before) return this.#handlers.hover(place);
    const isFar = Math.hypot(place.x - before.x, place.y - before.y) >= SLACK;
    if (!this.#isDragged && !isFar) return;
    if (!this.#isDragged) this.#handlers.hover(null);
    this.#isDragged = true;
    if (this.#lasso) {
      if (!isFar) return;
      this.#pointers.set(event.pointerId, place);
      this.#lasso.push(place);
      this.#outline.setAttribute('points', this.#lasso.map(({ x, y }) => `${x},${y}`).join(' '));
      return;
    }
    const [from, fromWidth] = this.#grip();
    this.#pointers.set(event.pointerId, place);
    const [to, width] = this.#grip();
    this.#handlers.pan(to.x - from.x, to.y - from.y);
    if (fromWidth && width) this.#handlers.zoom(width / fromWidth, to);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const place = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (!place) return;
    const outline = this.#lasso;
    this.cancel();
    if (!this.#isDragged) this.#handlers.click(this.#place(event), event);
    else if (outline && outline.length > 2) this.#handlers.select(outline, event);
  }

  /**
   * The middle of the pointers that are down, and how far apart they are.
   * @returns {[Place, number]}
   */
  #grip() {
    const places = [...this.#pointers.values()];
    const [one, other = one] = places;
    return [{ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, Math.hypot(one.x - other.x, one.y - other.y)];
  }
}
