/** What a link leads to, said until its files are open. */

import { numberOf } from '../numbering.js';

/** @import { Companion } from '../state/beside.js' */
/** @import { Wish } from '../state.js' */

/**
 * @param {HTMLElement} element
 * @param {Wish | null} wished
 */
export function announce(element, wished) {
  const { item, at, dataset, images, labels, file, print } = wished ?? { item: null, at: 0, dataset: '', images: '', labels: '', file: '', print: '' };
  const named = !!(images || labels);
  element.hidden = !dataset && item === null && !at && !named;
  const what = item !== null ? `item ${numberOf(item).toLocaleString('en')}` : at ? `the page of item ${numberOf(at).toLocaleString('en')}` : 'a dataset';
  const name = document.createElement('bdi');
  name.textContent = file || dataset;
  const [shape, type] = print.split('-');
  const open = print ? `, which is ${shape.replaceAll('x', ' x ')}, ${type}. Drop that file, and it will be shown.` : '. Open its files, and it will be shown.';
  element.replaceChildren(`This link leads to ${what}`, ...(dataset ? [item !== null || at ? ' of ' : ' named ', name] : []), named ? '. It is being fetched.' : open);
}

/**
 * What a link wants to see beside the dataset shown, said until it is there.
 * @param {HTMLElement} notes
 * @param {Companion | null} companion
 */
export function announceBeside(notes, companion) {
  const line = notes.querySelector('.awaited') ?? notes.appendChild(Object.assign(document.createElement('p'), { className: 'awaited' }));
  const name = document.createElement('bdi');
  name.textContent = companion?.dataset ?? '';
  const named = companion?.sample || companion?.images || companion?.labels;
  line.replaceChildren(...(companion ? ['This link leads to ', name, named ? ', too, which is being fetched.' : ', too. Open its files, and it will be shown beside this.'] : []));
}
