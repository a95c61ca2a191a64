/** The header, the first screen and the columns. */

export const frame = {
  title: 'idxlens: look inside MNIST and any IDX file',
  /** @param {string} dataset */
  titleOf: (dataset) => `${dataset}: idxlens`,
  compare: 'Compare',
  compareHint: 'Two datasets side by side (c)',
  shortcuts: 'Keyboard shortcuts',
  present: 'Present',
  presentHint: 'Show to an audience (f)',
  headline: 'Look inside MNIST and any IDX file',
  lead: 'Drop image and label files, plain or .gz. The digits appear page by page, each beside its label, while the file is still unpacking.',
  sample: 'Try a sample',
  /** The title of each sample, and what it holds. @type {Record<string, [string, string]>} */
  samples: {
    digits: ['Digits', '10,000 drawn like handwriting'],
    shapes: ['Coloured shapes', '360 colour images, named classes'],
    signals: ['Signals', '200 noisy waves of 180 values'],
    volumes: ['Volumes', '6 of 32 slices each, rank 4'],
    header: ['A wrong header', '180 garbled images to repair'],
    errors: ['Wrong labels', '12 hidden among 360 digits'],
  },
  private: 'Nothing is uploaded.',
  privateMeans: 'Files stay on this device: the page makes no request with your data, and works offline.',
  sets: 'Where to get the well-known datasets',
  /** The name of each dataset, the address of its page, what it holds, and its publisher. */
  known: [
    ['MNIST', 'github.com/cvdfoundation/mnist', '70,000 digits', 'LeCun, Cortes, Burges; CVDF'],
    ['Fashion-MNIST', 'github.com/zalandoresearch/fashion-mnist', '70,000 pieces of clothing', 'Zalando Research'],
    ['KMNIST', 'github.com/rois-codh/kmnist', '70,000 Japanese characters', 'ROIS-DS CODH'],
    ['EMNIST', 'www.nist.gov/itl/products-and-services/emnist-dataset', '814,255 letters and digits', 'NIST'],
    ['QMNIST', 'github.com/facebookresearch/qmnist', '120,000 digits with their writers', 'Facebook Research'],
    ['Kannada-MNIST', 'github.com/vinayprabhu/Kannada_MNIST', '70,000 Kannada digits', 'Vinay Uday Prabhu'],
    ['notMNIST', 'github.com/davidflanagan/notMNIST-to-MNIST', '70,000 letters in many fonts', 'Yaroslav Bulatov'],
  ],
  side: 'Classes, search and files',
  settings: 'Style and files',
  items: 'Items',
  statistics: 'Statistics',
  second: 'Second dataset',
  edge: 'Width of the panel',
  item: 'Item',
  itemHint: 'Click an item to see it here, large.',
  missing: 'A part of this page could not be loaded. Is there a connection?',
  tryAgain: 'Try again',
  lastWithLabel: 'This is the last item with this label.',
  firstWithLabel: 'This is the first item with this label.',
};
