/** Pictures that hold many images. */

import { counted, shape as sizes } from './numbers.js';

export const sheets = {
  /** @param {number} count @param {{ height: number, shape: number[], gap: number }} cell */
  cut: (count, { height, shape, gap }) => {
    const apart = gap ? `, ${counted(gap, 'pixel')} apart` : '';
    return `Cut into ${counted(count, 'image')} of ${sizes(shape)}${height === 1 ? ', one per row' : ''}${apart}`;
  },
  one: 'Open as one image',
  other: 'Other size:',
  /** @param {string} typed @param {number[]} sheet */
  unfit: (typed, sheet) => `Images of “${typed}” do not fill ${sizes(sheet)} pixels. Try a size such as 28x28.`,
};
