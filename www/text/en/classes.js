/** The classes of the labels, and the files of a dataset. */

export const classes = {
  title: 'Classes',
  list: 'Items per class',
  allBut: 'All but these',
  all: 'Show all',
};

export const pairing = {
  title: 'Files',
  images: 'Images',
  labels: 'Labels',
  memory: 'Keep in memory',
  close: 'Close this dataset',
};
