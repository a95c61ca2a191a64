/** <shape-chips>: the shapes that fit best, each a button. */

import { markup } from '../platform/trusted.js';
import { text } from '../text/index.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/** Shapes that are in view; a field's list has the others. */
const MAX_SHAPES = 5;

const CONTENT = markup`<span>${late.layouts.fits}</span>`;

export class ShapeChips extends ViewerElement {
  #shapes = '';
  /** Takes a shape. @type {(shape: string) => void} */
  onPick = () => {};

  constructor() {
    super(CONTENT);
    this.addEventListener('click', ({ target }) => target instanceof HTMLButtonElement && this.onPick(target.value));
  }

  /** @param {string[]} shapes  the likeliest first */
  render(shapes) {
    // The button with the focus stays.
    if (shapes.join() === this.#shapes) return;
    this.#shapes = shapes.join();
    for (const button of this.findAll('button')) button.remove();
    const buttons = shapes.slice(0, MAX_SHAPES).map((shape) => {
      const button = document.createElement('button');
      return Object.assign(button, { type: 'button', value: shape, textContent: written(shape) });
    });
    this.find('span').after(...buttons);
  }
}

/**
 * A shape with its numbers grouped. The field takes it as it would be typed.
 * @param {string} shape
 */
function written(shape) {
  return shape.replace(/\d+/g, (size) => text.numbers.grouped(Number(size)));
}

customElements.define('shape-chips', ShapeChips);
