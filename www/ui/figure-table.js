/** <figure-table>: the figures of all items and of each class, which can be copied as CSV. */

import { markup } from '../platform/trusted.js';
import { digits } from '../text/digits.js';
import { late } from '../text/late.js';
import { brief, titled } from '../text/naming.js';
import { grouped, short } from '../text/numbers.js';
import { quoted } from './csv.js';
import { CsvTable } from './csv-table.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { FigureTable as Table, Status } from '../engine/protocol.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {object} Props
 * @property {Table} table
 * @property {Naming} naming
 * @property {Status['elementType']} type
 * @property {string} name  of the dataset
 */

const words = late.statistics;
const CONTENT = markup`
  <details>
    <summary>${words.perClass}</summary>
    <csv-table></csv-table>
  </details>`;

export class FigureTable extends ViewerElement {
  #details = this.find('details', HTMLDetailsElement);
  #table = this.find('csv-table', CsvTable);
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.#details.addEventListener('toggle', () => this.#fill());
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#fill();
  }

  /** Fills the table if it is unfolded. */
  #fill() {
    const props = this.#props;
    if (!props || !this.#details.open) return;
    const { table, naming, type, name } = props;
    const allFinite = !table.all.notFinite.some((count) => count);
    this.#table.render({
      name: words.tableOf(name),
      columns: allFinite ? words.columns : words.columns.concat(words.notFiniteColumns),
      rows: rows(table).map(({ label, items, spread, range, notFinite }) => [
        label === null ? words.allClasses : titled(naming, label),
        grouped(items),
        ...(spread ?? [null, null]).map((value) => (value === null ? '' : short(value))),
        ...(range ?? [null, null]).map((value) => (value === null ? '' : brief(value, type))),
        ...(allFinite ? [] : notFinite.map(grouped)),
      ]),
      csv: () => toCsv(props),
    });
  }
}

/**
 * All items, and then each class that has some.
 * @param {Table} table
 */
function rows({ all, classes }) {
  return [all, ...classes.filter(({ items }) => items)];
}

/**
 * The table with all digits of its numbers. Its head is in English in every language, because programs read it.
 * @param {Pick<Props, 'table' | 'naming'>} props
 */
function toCsv({ table, naming }) {
  const head = 'label,name,items,finite_values,mean,std,min,max,nan,negative_infinity,infinity';
  const lines = rows(table).map(({ label, items, values, spread, range, notFinite }) =>
    [
      label === null ? 'all' : digits(label, naming.type),
      quoted((label !== null && naming.names.get(label)) || ''),
      items,
      values,
      ...(spread ?? ['', '']),
      ...(range ?? ['', '']),
      ...notFinite,
    ].join(','),
  );
  return `${[head, ...lines].join('\n')}\n`;
}
