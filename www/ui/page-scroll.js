/** How a page scrolls that is longer than its frame: by screenfuls, and to its start or its end when it comes. */

export class PageScroll {
  #frame;
  /** The place of the first item on the page. */
  #first = 0;
  /** Whether the next page is to be seen from its end. */
  #upwards = false;

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.#frame = frame;
  }

  /** Whether pages may be longer than the frame. */
  get isOn() {
    return this.#frame.classList.contains('scrolls');
  }

  set isOn(on) {
    this.#frame.classList.toggle('scrolls', on);
  }

  /**
   * Whether there is more of the page up or down.
   * @param {number} by
   */
  hasMore(by) {
    const { scrollTop, scrollHeight, clientHeight } = this.#frame;
    return this.isOn && (by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop) >= 1;
  }

  /** @param {number} pitch  of the rows, in CSS pixels */
  rowsInView(pitch) {
    return Math.max(1, Math.floor(this.#frame.clientHeight / pitch));
  }

  /**
   * Scrolls by as many rows as are seen at a time, if there is more.
   * @param {number} by
   * @param {number | undefined} pitch  of the rows; undefined before there are some
   */
  move(by, pitch) {
    if (!pitch || !this.hasMore(by)) return false;
    this.#frame.scrollTop += by * pitch * this.rowsInView(pitch);
    return true;
  }

  /**
   * The user goes to the next page, or to the one before, which is then seen from its end.
   * @param {number} by
   */
  leave(by) {
    // Before the first page there is none.
    this.#upwards = by < 0 && this.#first > 0;
  }

  /**
   * Shows the start or the end of a page, unless it is the same.
   * @param {number} first  the place of its first item
   */
  enter(first) {
    if (first !== this.#first) {
      this.#frame.scrollTop = this.#upwards ? this.#frame.scrollHeight : 0;
      this.#upwards = false;
    }
    this.#first = first;
  }
}
