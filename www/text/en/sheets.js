/** Pictures that hold many images. */

import { counted, shape as sizes } from './numbers.js';

export const sheets = {
  /** @param {number} count @param {{ height: number, shape: number[] }} cell */
  cut: (count, { height, shape }) =>
    `Cut into ${counted(count, 'image')} of ${sizes(shape)}${height === 1 ? ', one per row' : ''}`,
  one: 'Open as one image',
  other: 'Other size:',
  /** @param {string} typed @param {number} width @param {number} height */
  unfit: (typed, width, height) => `“${typed}” is no height and width that divide ${sizes([height, width])}.`,
};
