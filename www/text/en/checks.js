/** The items that each check found, by the name of the check in the core. */

import { counted } from './numbers.js';

/** @type {Record<string, (items: number) => string>} */
export const checks = {
  blank: (items) => `${counted(items, 'image')} ${items === 1 ? 'is' : 'are'} all zero`,
  nan: (items) => `${counted(items, 'image')} ${items === 1 ? 'contains' : 'contain'} NaN`,
  infinite: (items) => `${counted(items, 'image')} ${items === 1 ? 'contains' : 'contain'} infinite values`,
};
