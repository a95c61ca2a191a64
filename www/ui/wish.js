/** What a link leads to, said until its files are open. */

import { grouped } from '../text/figures.js';
import { numberOf } from '../text/numbering.js';
import { intend } from './intent.js';

/** @import { State, Wish } from '../state/index.js' */

/**
 * @param {HTMLElement} element
 * @param {Wish | null} wished
 * @param {number} firstNumber
 */
export function announce(element, wished, firstNumber) {
  const { item, at, dataset, images, labels, file, print } = wished ?? {
    item: null,
    at: 0,
    dataset: '',
    images: '',
    labels: '',
    file: '',
    print: '',
  };
  const named = !!(images || labels);
  element.hidden = !dataset && item === null && !at && !named;
  const what =
    item !== null
      ? `item ${grouped(numberOf(item, firstNumber))}`
      : at
        ? `the page of item ${grouped(numberOf(at, firstNumber))}`
        : 'a dataset';
  const name = document.createElement('bdi');
  name.textContent = file || dataset;
  const [shape, type] = print.split('-');
  const open = print
    ? `, which is ${shape.replaceAll('x', ' x ')}, ${type}. Drop that file, and it will be shown.`
    : '. Open its files, and it will be shown.';
  element.replaceChildren(
    `This link leads to ${what}`,
    ...(dataset ? [item !== null || at ? ' of ' : ' named ', name] : []),
    named ? '. It is being fetched.' : open,
  );
}

/** What the remark is about. @type {unknown} */
let remarked = null;
/** Where its items are counted from. */
let counted = 0;

/**
 * What a link leads to while other files are open, or wants to see beside them, said until it is there.
 * @param {HTMLElement} notes
 * @param {State} state
 */
export function remark(notes, { wish, awaited, alerts, firstNumber }) {
  const line = /** @type {HTMLElement} */ (
    notes.querySelector('.awaited') ??
      notes.appendChild(
        Object.assign(document.createElement('p'), { className: 'awaited', ariaLive: 'polite', hidden: true }),
      )
  );
  // What is on its way needs no words, and a file that was taken for it has its own.
  const expected =
    wish &&
    !wish.sample &&
    !wish.images &&
    !wish.labels &&
    !wish.part &&
    !alerts.some(({ faults }) => faults[0].name === 'OtherFile');
  const meant = expected ? wish : awaited;
  // A button that is made anew loses the focus.
  if (meant === remarked && counted === firstNumber) return;
  remarked = meant;
  counted = firstNumber;
  if (expected) {
    announce(line, wish, firstNumber);
    const dismiss = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: 'Dismiss',
    });
    dismiss.addEventListener('click', () => {
      intend(dismiss, { type: 'forget' });
      // The button goes with it.
      intend(dismiss, { type: 'leave' });
    });
    return line.append(' ', dismiss);
  }
  const name = document.createElement('bdi');
  name.textContent = awaited?.dataset ?? '';
  const named = awaited?.sample || awaited?.images || awaited?.labels;
  line.hidden = !awaited;
  line.replaceChildren(
    ...(awaited
      ? [
          'This link leads to ',
          name,
          named ? ', too, which is being fetched.' : ', too. Open its files, and it will be shown beside this.',
        ]
      : []),
  );
}
