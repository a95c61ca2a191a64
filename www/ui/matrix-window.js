/** A scrolling window onto a matrix that may be too large to lay out: only the part in view exists. */

/** @typedef {{ row: number, column: number }} At */

/** Browsers cannot lay out more pixels than this. */
const MAX_EXTENT = 8e6;

export class MatrixWindow {
  /** The first row and column in view. @type {At} */
  from = { row: 0, column: 0 };
  /** How many are in view. */
  shown = { rows: 0, columns: 0 };
  /** CSS pixels of a value. */
  unit = 1;
  /** CSS pixels before the rows, and above the columns. */
  head = { width: 0, height: 0 };
  #size = { rows: 0, columns: 0 };
  #window;
  #extent;

  /**
   * @param {HTMLElement} window  scrolls
   * @param {HTMLElement} extent  is as large as the matrix, or as large as browsers can lay out
   */
  constructor(window, extent) {
    this.#window = window;
    this.#extent = extent;
  }

  /**
   * Works out which part is in view. Returns false if there is no room for any.
   * @param {{ rows: number, columns: number }} size
   * @param {number} unit
   * @param {{ width: number, height: number }} head
   */
  measure(size, unit, head) {
    Object.assign(this, { unit, head });
    this.#size = size;
    const [width, height] = [size.columns * unit, size.rows * unit].map((length) => Math.min(MAX_EXTENT, length));
    Object.assign(this.#extent.style, { width: `${head.width + width}px`, height: `${head.height + height}px` });
    // The window is no higher than its contents, so its size is known only now.
    const { clientWidth, clientHeight, scrollTop, scrollLeft } = this.#window;
    if (!clientWidth || !clientHeight) return false;
    const rows = Math.min(size.rows, Math.max(1, Math.floor((clientHeight - head.height) / unit)));
    const columns = Math.min(size.columns, Math.max(1, Math.floor((clientWidth - head.width) / unit)));
    const { x, y } = this.#reach;
    const row = Math.round((scrollTop / y) * (size.rows - rows));
    const column = Math.round((scrollLeft / x) * (size.columns - columns));
    this.from = {
      row: Math.max(0, Math.min(row, size.rows - rows)),
      column: Math.max(0, Math.min(column, size.columns - columns)),
    };
    this.shown = { rows, columns };
    return true;
  }

  /**
   * Scrolls a value into view: its row to the top, or no further than is needed.
   * @param {At} at
   * @param {boolean} nearest
   */
  bring({ row, column }, nearest) {
    const { rows, columns } = this.shown;
    const { x, y } = this.#reach;
    const { from } = this;
    const top = !nearest || row < from.row ? row : row >= from.row + rows ? row - rows + 1 : null;
    const left = column < from.column ? column : column >= from.column + columns ? column - columns + 1 : null;
    if (top !== null) this.#window.scrollTop = (top / Math.max(1, this.#size.rows - rows)) * y;
    if (left !== null) this.#window.scrollLeft = (left / Math.max(1, this.#size.columns - columns)) * x;
  }

  /** @param {number} row */
  hasRow(row) {
    return row >= this.from.row && row < this.from.row + this.shown.rows;
  }

  /** @param {number} column */
  hasColumn(column) {
    return column >= this.from.column && column < this.from.column + this.shown.columns;
  }

  /** How far the window scrolls. */
  get #reach() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.#window;
    return { x: Math.max(1, scrollWidth - clientWidth), y: Math.max(1, scrollHeight - clientHeight) };
  }
}
