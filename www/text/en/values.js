/** The table of values. */

import { grouped } from './numbers.js';

export const values = {
  title: 'Values',
  /** @param {number} number */
  ofItem: (number) => `Values of item ${grouped(number)}`,
  /** @param {string} dataset */
  ofDataset: (dataset) => `Values of ${dataset}`,
  numbers: 'Numbers',
  decimal: 'decimal',
  hexadecimal: 'hexadecimal',
  channel: 'Channel',
  allChannels: 'all',
  colours: ['red', 'green', 'blue', 'alpha'],
  /** @param {number} channel */
  channelNumber: (channel) => `channel ${channel}`,
};
