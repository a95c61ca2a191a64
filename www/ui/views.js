/** The elements of the views that do not show pages of cells. The first pane loads the one that it needs. */

import { drawHeat, drawPlot, drawTable } from './drawing.js';

export const VIEW_ELEMENTS = /** @type {const} */ ([
  { view: 'heat', tag: 'heat-map', style: 'heat-map.css', draw: drawHeat },
  { view: 'table', tag: 'item-table', style: 'panel.css', draw: drawTable },
  { view: 'plot', tag: 'line-plot', style: 'line-plot.css', draw: drawPlot },
]);
