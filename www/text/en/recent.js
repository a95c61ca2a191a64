/** Files of earlier visits, and those that a reload lost. */

export const recent = {
  title: 'Recent files',
  /** @param {string} name  of a file @param {number} more  how many other files come with it */
  reopen: (name, more) => `Reopen ${name}${more ? ` and ${more} more` : ''}`,
  /** @param {string[]} names @param {number} count  of all files */
  files: (names, count) => names.join(', ') + (count > names.length ? ` and ${count - names.length} more` : ''),
  forget: 'Forget',
  /** @param {string} name  of a dataset */
  forgetThis: (name) => `Forget ${name}`,
  refused: 'The browser has no permission to read these files. Click again to be asked.',
};
