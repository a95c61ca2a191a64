/** <figure-table>: the figures of all items and of each class, which can be copied as CSV. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show, titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { quoted } from './csv.js';
import { short } from './value-histogram.js';
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
    <div class="scroll" role="region" tabindex="0"><table><thead><tr></tr></thead><tbody></tbody></table></div>
    <p><button type="button" class="quiet">${words.copyCsv}</button> <span role="status"></span></p>
    <textarea aria-label="${words.csv}" rows="3" readonly hidden></textarea>
  </details>`;

export class FigureTable extends ViewerElement {
  #details = this.find('details', HTMLDetailsElement);
  #report = this.find('[role=status]');
  #csv = this.find('textarea', HTMLTextAreaElement);
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.find('button').addEventListener('click', () => this.#copy());
    this.#details.addEventListener('toggle', () => this.#fill());
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#report.textContent = '';
    this.#csv.hidden = true;
    this.#fill();
  }

  /** Fills the table if it is unfolded. */
  #fill() {
    if (!this.#props || !this.#details.open) return;
    const { table, naming, type, name } = this.#props;
    const allFinite = !table.all.notFinite.some((count) => count);
    const columns = allFinite ? words.columns : words.columns.concat(words.notFiniteColumns);
    this.find('.scroll').ariaLabel = words.tableOf(name);
    this.find('thead tr').replaceChildren(
      ...columns.map((title) => Object.assign(document.createElement('th'), { scope: 'col', textContent: title })),
    );
    this.find('tbody').replaceChildren(
      ...rows(table).map((figures) => {
        const { label, items, spread, range, notFinite } = figures;
        const cells = [
          grouped(items),
          ...(spread ?? [null, null]).map((value) => (value === null ? '' : short(value))),
          ...(range ?? [null, null]).map((value) => (value === null ? '' : show(value, type))),
          ...(allFinite ? [] : notFinite.map(grouped)),
        ];
        const row = document.createElement('tr');
        const head = document.createElement('th');
        head.scope = 'row';
        head.textContent = label === null ? words.allClasses : titled(naming, label);
        row.append(head, ...cells.map((cell) => Object.assign(document.createElement('td'), { textContent: cell })));
        return row;
      }),
    );
  }

  async #copy() {
    if (!this.#props) return;
    const csv = toCsv(this.#props);
    try {
      await navigator.clipboard.writeText(csv);
      this.#report.textContent = words.copied;
    } catch {
      // Where the browser forbids it, the user can copy the text.
      this.#csv.value = csv;
      this.#csv.hidden = false;
      this.#csv.select();
      this.#report.textContent = words.below;
    }
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
      label === null ? 'all' : show(label, naming.type),
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
