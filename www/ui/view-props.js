/** The props of the views that show all items at once: a heat map, a line plot, a table. */

import { extent, itemAt, placeOf, total } from '../state/index.js';
import { text } from '../text/index.js';
import { naming } from '../text/naming.js';
import { appearance, colours } from './appearance.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Status } from '../engine/protocol.js'
 * @import { Dataset, State } from '../state/index.js'
 * @import { CellLayout } from './cell-layout.js'
 * @import { Props as HeatProps } from './heat-map.js'
 * @import { Props as PlotProps } from './line-plot.js'
 * @import { Props as TableProps } from './value-table.js'
 *
 * @typedef {object} ViewInput  what a view draws
 * @property {State} state
 * @property {Dataset} dataset
 * @property {Engine} engine
 * @property {Status} status  of the file that its items are counted by
 * @property {Pick<CellLayout, 'steps' | 'step'>} layout
 */

/**
 * The items that match the filter, as a table.
 * @param {ViewInput} drawn
 * @returns {TableProps}
 */
export function tableProps({ state, dataset, engine, status }) {
  const columns = dataset.statuses.images
    ? status.rows * status.columns * status.channels
    : (status.labelling?.columns ?? 1);
  return {
    title: text.values.ofDataset(dataset.name),
    firstNumber: state.firstNumber,
    appearance: [appearance(dataset), dataset.matches?.queryId].join(),
    status: { ...status, rows: extent(dataset), columns, channels: 1 },
    version: dataset.statuses.version,
    longest: digits(dataset),
    itemAt: (place) => itemAt(dataset, place),
    values: (row, column, rows, columns) =>
      engine.call(
        'table',
        Float64Array.from({ length: rows }, (_, index) => itemAt(dataset, row + index)),
        column,
        columns,
      ),
    hex: (...values) => engine.call('hex', ...values),
  };
}

/**
 * The items that match the filter, as a line.
 * @param {ViewInput} drawn
 * @returns {PlotProps}
 */
export function plotProps({ state, dataset, engine, status }) {
  return {
    name: dataset.name,
    firstNumber: state.firstNumber,
    appearance: appearance(dataset),
    // The same line while it is read.
    line: JSON.stringify([
      dataset.id,
      dataset.labels,
      status.layout.text,
      status.labelling?.column,
      extent(dataset),
      dataset.matches?.queryId,
    ]),
    count: extent(dataset),
    span: dataset.span,
    open: state.item === null ? null : placeOf(dataset, state.item),
    status,
    version: dataset.statuses.version,
    colours: colours(state, dataset),
    itemAt: (place) => itemAt(dataset, place),
    prepare: (anew) => engine.run('profile', { anew, items: dataset.matches?.items }),
    load: (request) => engine.page(request, 'plot'),
    value: (item) => engine.call('values', item, 0, 0, 1, 1),
  };
}

/**
 * The items that match the filter, as the rows of a matrix.
 * @param {ViewInput} drawn
 * @returns {HeatProps}
 */
export function heatProps({ state, dataset, engine, layout }) {
  return {
    dataset: dataset.id,
    name: dataset.name,
    statuses: dataset.statuses,
    naming: naming(dataset),
    firstNumber: state.firstNumber,
    appearance: [appearance(dataset), dataset.matches?.queryId].join(),
    colours: colours(state, dataset),
    rows: extent(dataset),
    columns: dataset.statuses.images?.columns ?? 0,
    layout,
    at: dataset.at,
    open: state.item === null ? null : placeOf(dataset, state.item),
    longest: text.numbers.grouped(total(dataset)).length,
    itemAt: (place) => itemAt(dataset, place),
    load: (request) => engine.page(request, 'heat'),
    value: (item, column) => engine.call('values', item, 0, column, 1, 1),
  };
}

/**
 * Characters of the longest number of an item.
 * @param {Dataset} dataset
 */
export function digits(dataset) {
  return String(total(dataset)).length;
}
