/** <csv-table>: a table whose numbers can be copied as CSV. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @typedef {object} Props
 * @property {string} name  of the table
 * @property {string[]} columns  their titles
 * @property {string[][]} rows  each with its title first
 * @property {() => string} csv  the table with all digits of its numbers
 */

const words = late.statistics;
const CONTENT = markup`
  <div class="scroll" role="region" tabindex="0"><table><thead><tr></tr></thead><tbody></tbody></table></div>
  <p><button type="button" class="quiet">${words.copyCsv}</button> <span aria-live="polite"></span></p>
  <textarea aria-label="${words.csv}" rows="3" readonly hidden></textarea>`;

export class CsvTable extends ViewerElement {
  #report = this.find('[aria-live]');
  #text = this.find('textarea', HTMLTextAreaElement);
  #csv = () => '';

  constructor() {
    super(CONTENT);
    this.find('button').addEventListener('click', () => this.#copy());
  }

  /** @param {Props} props */
  render({ name, columns, rows, csv }) {
    this.#csv = csv;
    this.#report.textContent = '';
    this.#text.hidden = true;
    this.find('.scroll').ariaLabel = name;
    this.find('thead tr').replaceChildren(...columns.map((title) => cell('th', title, 'col')));
    this.find('tbody').replaceChildren(
      ...rows.map(([title, ...cells]) => {
        const row = document.createElement('tr');
        row.append(cell('th', title, 'row'), ...cells.map((text) => cell('td', text)));
        return row;
      }),
    );
  }

  async #copy() {
    const csv = this.#csv();
    try {
      await navigator.clipboard.writeText(csv);
      this.#report.textContent = words.copied;
    } catch {
      // Where the browser forbids it, the user can copy the text.
      this.#text.value = csv;
      this.#text.hidden = false;
      this.#text.select();
      this.#report.textContent = words.below;
    }
  }
}

customElements.define('csv-table', CsvTable);

/**
 * @param {'th' | 'td'} tag
 * @param {string} textContent
 * @param {string} [scope]
 */
function cell(tag, textContent, scope) {
  return Object.assign(document.createElement(tag), { textContent }, scope && { scope });
}
