/** The text below the items of a saved picture: a label and a number, in one line or in two, as on the page. */

/** @typedef {{ title: string, number: string }} Caption  '' for an item without a label */

/** Height of a line, and the room between a label and a number beside it. */
const LINE = 16;
const BETWEEN = 4;

export class SheetCaptions {
  #captions;
  #fonts;
  #isStacked;
  /** The width that each takes. */
  width;

  /**
   * @param {Caption[]} captions
   * @param {[number, number]} widths  that of a picture, and the limit
   * @param {string} family  of the fonts
   */
  constructor(captions, [width, limit], family) {
    this.#captions = captions;
    this.#fonts = { title: `bold 12px ${family}`, number: `10px ${family}` };
    const context = document.createElement('canvas').getContext('2d');
    const lengths = context ? captions.map((caption) => this.#measure(context, caption)) : [];
    this.#isStacked = lengths.some(([title, number]) => title && title + BETWEEN + number > width);
    this.width = lengths
      .flat()
      .reduce((longest, length) => Math.max(longest, Math.min(Math.ceil(length), limit)), width);
  }

  /** The height of a caption. */
  get height() {
    return this.#isStacked ? 2 * LINE : LINE;
  }

  /**
   * Writes a caption. A label that has no room is cut.
   * @param {CanvasRenderingContext2D} context
   * @param {number} index
   * @param {number} x  its left end
   * @param {number} y  its top
   */
  write(context, index, x, y) {
    const { title, number } = this.#captions[index];
    context.textBaseline = 'top';
    context.font = this.#fonts.title;
    context.textAlign = 'left';
    context.fillText(cut(context, title, this.width), x, y + 3);
    context.font = this.#fonts.number;
    context.globalAlpha = 0.65;
    if (this.#isStacked) {
      context.fillText(number, x, y + LINE + 2);
    } else {
      context.textAlign = 'right';
      context.fillText(number, x + this.width, y + 4);
    }
    context.globalAlpha = 1;
  }

  /**
   * The lengths of a label and of a number.
   * @param {CanvasRenderingContext2D} context
   * @param {Caption} caption
   */
  #measure(context, { title, number }) {
    context.font = this.#fonts.title;
    const { width } = context.measureText(title);
    context.font = this.#fonts.number;
    return [width, context.measureText(number).width];
  }
}

/**
 * A text, cut where it has no more room: letters that are squeezed are hard to read.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} room
 */
function cut(context, text, room) {
  const letters = [...text];
  let shown = text;
  while (letters.length && context.measureText(shown).width > room) {
    letters.pop();
    shown = `${letters.join('')}…`;
  }
  return shown;
}
