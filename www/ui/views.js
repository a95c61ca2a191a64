/** The elements of the views that do not show pages of cells. The first pane loads the one that it needs. */

import { heatProps, plotProps, tableProps } from './view-props.js';

export const VIEW_ELEMENTS = /** @type {const} */ ([
  { view: 'heat', tag: 'heat-map', style: 'heat-map.css', props: heatProps },
  { view: 'table', tag: 'item-table', style: 'panel.css', props: tableProps },
  { view: 'plot', tag: 'line-plot', style: 'line-plot.css', props: plotProps },
]);
