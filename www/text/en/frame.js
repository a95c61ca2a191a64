/** The header, the first screen and the columns. */

export const frame = {
  title: 'idxlens: look inside MNIST and any IDX file',
  /** @param {string} dataset */
  titleOf: (dataset) => `${dataset}: idxlens`,
  compare: 'Compare',
  compareHint: 'Two datasets side by side (c)',
  shortcuts: 'Keyboard shortcuts',
  headline: 'Look inside MNIST and any IDX file',
  lead: 'Drop image and label files, plain or .gz. The digits appear page by page, each beside its label, while the file is still unpacking.',
  sample: 'Try a sample',
  sampleIs: '10,000 handwritten-looking digits, drawn by idxlens itself',
  private: 'Nothing is uploaded.',
  privateMeans: 'Files stay on this device: the page makes no request with your data, and works offline.',
  opens: 'It opens',
  opensThese: 'MNIST, Fashion-MNIST, KMNIST, EMNIST, QMNIST and your own IDX files: any element type, any shape.',
  side: 'Classes, search and files',
  settings: 'Style and files',
  items: 'Items',
  statistics: 'Statistics',
  second: 'Second dataset',
  item: 'Item',
  itemHint: 'Click an item to see it here, large.',
  missing: 'A part of this page could not be loaded. Is there a connection?',
  tryAgain: 'Try again',
  lastWithLabel: 'This is the last item with this label.',
  firstWithLabel: 'This is the first item with this label.',
};
