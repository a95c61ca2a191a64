/** A rubber band, drawn with the mouse, that selects the items it touches. */

import { intend } from './intent.js';

/** Pixels that the mouse moves before a press becomes a drag. */
const SLACK = 6;

/** @param {HTMLElement} frame  around the cells */
export function selectByBand(frame) {
  frame.addEventListener('mousedown', (start) => {
    const target = /** @type {Element} */ (start.target);
    if (start.button !== 0 || start.offsetX > frame.clientWidth) return;
    // No text is selected, but the focus goes where it would.
    start.preventDefault();
    /** @type {HTMLElement} */ (target.closest('[data-index]'))?.focus({ preventScroll: true });
    /** @type {HTMLElement | null} */
    let band = null;
    const over = new AbortController();
    const { signal } = over;

    document.addEventListener(
      'mousemove',
      ({ clientX, clientY }) => {
        const [x, y] = [clientX - start.clientX, clientY - start.clientY];
        if (!band && Math.hypot(x, y) < SLACK) return;
        band ??= frame.appendChild(Object.assign(document.createElement('div'), { className: 'band' }));
        Object.assign(band.style, {
          left: `${Math.min(clientX, start.clientX)}px`,
          top: `${Math.min(clientY, start.clientY)}px`,
          width: `${Math.abs(x)}px`,
          height: `${Math.abs(y)}px`,
        });
      },
      { signal },
    );
    document.addEventListener(
      'mouseup',
      ({ shiftKey, ctrlKey, metaKey }) => {
        over.abort();
        if (!band) return;
        const box = band.getBoundingClientRect();
        band.remove();
        // The click that ends the drag opens no item.
        const stop = (/** @type {Event} */ event) => event.stopPropagation();
        frame.addEventListener('click', stop, { capture: true, once: true });
        setTimeout(() => frame.removeEventListener('click', stop, { capture: true }));
        const items = [...frame.querySelectorAll('[data-index]')].flatMap((cell) => {
          const { left, top, right, bottom } = cell.getBoundingClientRect();
          const touched = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
          return touched ? Number(/** @type {HTMLElement} */ (cell).dataset.index) : [];
        });
        intend(frame, { type: 'select-these', items, more: shiftKey || ctrlKey || metaKey });
      },
      { signal },
    );
  });
}
