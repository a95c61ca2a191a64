/** Two datasets side by side. */

export const compare = {
  onlyGrids: 'Only image grids can be compared.',
  pages: 'Pages of the second dataset',
};
