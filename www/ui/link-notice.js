/** Describes the target of a link until its files are open. */

import { baseName } from '../state/index.js';
import { text } from '../text/index.js';
import { numberOf } from '../text/numbering.js';
import { intend } from './intent.js';

/** @import { State, Link } from '../state/index.js' */

const words = text.link;
const { grouped } = text.numbers;

/** Files of a reload that are named. */
const MAX_NAMES = 4;

/**
 * Describes a link on the first screen.
 * @param {HTMLElement} element
 * @param {Link | null} link
 * @param {number} firstNumber
 * @param {string[]} [files]  that a reload lost
 */
export function describeLink(element, link, firstNumber, files = []) {
  const asks = link && (link.dataset || link.item !== null || link.at || link.images || link.labels);
  element.hidden = !asks;
  if (!asks) return element.replaceChildren();
  const { at, dataset, file, images, item, labels, print } = link;
  const number = grouped(numberOf(item ?? at, firstNumber));
  const named = item !== null ? words.item(number) : at ? words.page(number) : words.dataset;
  const unnamed = item !== null ? words.unnamedItem(number) : at ? words.unnamedPage(number) : words.unnamed;
  if (files.length) {
    const last = Math.min(files.length, MAX_NAMES) - 1;
    const names = files
      .slice(0, MAX_NAMES)
      .flatMap((name, at) => [at ? words.between(at === last) : '', isolated(name)]);
    const more = words.more(files.length - names.length / 2);
    return element.replaceChildren(words.lost, ...names, more, words.lostEnd(item === null && !at ? null : number));
  }
  const [shape, type] = print.split('-');
  const open = print ? words.drop(text.numbers.shape(shape.split('x').map(Number)), type) : words.open;
  const start = dataset ? [named, isolated(file || dataset)] : [unnamed];
  element.replaceChildren(...start, images || labels ? words.fetching : open);
}

/** The message, while other files are open, about the target of a link or the second dataset that it waits for. */
export class LinkNotice {
  #line;
  /** The link that the line describes, and the number of the first item. @type {unknown[]} */
  #shown = [null];

  /** @param {HTMLElement} messages  the line's parent */
  constructor(messages) {
    this.#line = document.createElement('p');
    this.#line.className = 'pending';
    this.#line.ariaLive = 'polite';
    this.#line.hidden = true;
    messages.querySelector('.unfold')?.before(this.#line);
  }

  /** @param {State} state */
  render({ link, pending, alerts, firstNumber }) {
    // Files that are being fetched need no words, and a file that was mistaken for the link's has its own.
    const waits =
      link &&
      !(link.sample || link.images || link.labels || link.part) &&
      !alerts.some(({ faults }) => faults[0].name === 'OtherFile');
    const shown = [waits ? link : pending, firstNumber];
    // A button that is made again loses the focus.
    if (shown.every((part, at) => part === this.#shown[at])) return;
    this.#shown = shown;
    if (waits) {
      describeLink(this.#line, link, firstNumber);
      return this.#line.append(' ', this.#dismissal());
    }
    this.#line.hidden = !pending;
    const fetches = pending?.sample || pending?.images || pending?.labels;
    const end = fetches ? words.secondFetching : words.secondOpen;
    this.#line.replaceChildren(
      ...(pending
        ? [words.second, isolated(pending.dataset || baseName(pending.images || pending.labels) || pending.sample), end]
        : []),
    );
  }

  #dismissal() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = words.dismiss;
    button.addEventListener('click', () => {
      intend(button, { type: 'dismiss-link' });
      // The button is gone then.
      intend(button, { type: 'focus-dataset' });
    });
    return button;
  }
}

/** @param {string} name  of a file or dataset, in whatever direction it is written */
function isolated(name) {
  const element = document.createElement('bdi');
  element.textContent = name;
  return element;
}
