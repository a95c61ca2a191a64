/** The target of a link whose files are not open. Each text is in two parts, before and after the dataset's name. */

export const link = {
  /** @param {string | null} item  its number, or null */
  item: (item) => `This link leads to item ${item} of `,
  /** @param {string} item  a number */
  page: (item) => `This link leads to the page of item ${item} of `,
  dataset: 'This link leads to a dataset named ',
  unnamed: 'This link leads to a dataset',
  /** @param {string} item  a number */
  unnamedItem: (item) => `This link leads to item ${item}`,
  /** @param {string} item  a number */
  unnamedPage: (item) => `This link leads to the page of item ${item}`,
  fetching: '. It is being fetched.',
  open: '. Open its files to see it.',
  /**
   * @param {string} shape  such as 28 × 28
   * @param {string} type
   */
  drop: (shape, type) => `, which is ${shape}, ${type}. Drop that file to see it.`,
  /** Before the names of the files, and after them. */
  lost: 'Your files are not kept across reloads. Open ',
  /** Between two names. @param {boolean} isLast */
  between: (isLast) => (isLast ? ' and ' : ', '),
  /** @param {number} count  of files that are not named */
  more: (count) => (count ? ` (and ${count} more)` : ''),
  /** @param {string | null} item  its number, or null */
  lostEnd: (item) => (item === null ? ' again.' : ` again to continue at item ${item}.`),
  second: 'This link also leads to ',
  secondFetching: ', which is being fetched.',
  secondOpen: '. Open its files to see it beside this one.',
  dismiss: 'Dismiss',
  copy: 'Copy link',
  copyPage: 'Copy link to what is shown',
  link: 'Link',
  /** @param {boolean} isLocal  whether it is about files on this device */
  copied: (isLocal) => (isLocal ? 'Copied. Only people with the same files can open it.' : 'Copied.'),
  partial: ' The list of items is not in it.',
};
