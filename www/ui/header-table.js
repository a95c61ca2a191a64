/** <header-table>: the fields of a file's header: where each is, its bytes, and what it means. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { grouped } from '../text/numbers.js';
import { hex } from './hex.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Field } from '../text/header-fields.js' */

/** Bytes of a field that are listed. */
const LONGEST = 8;

const words = late.bytes;
const CONTENT = markup`
  <div class="head" tabindex="0" role="region" aria-label="${words.header}">
    <table><thead><tr><th scope="col">${words.columns.byte}</th><th scope="col">${words.columns.hex}</th><th scope="col">${words.columns.meaning}</th></tr></thead><tbody></tbody></table>
  </div>`;

export class HeaderTable extends ViewerElement {
  #body = this.find('tbody');

  constructor() {
    super(CONTENT);
  }

  /**
   * @param {Field[]} fields
   * @param {Uint8Array} bytes  of the header
   */
  render(fields, bytes) {
    const rows = fields.map(({ kind, offset, length, text }) => {
      const row = document.createElement('tr');
      row.className = kind;
      const some = hex(bytes.subarray(offset, offset + Math.min(length, LONGEST)));
      for (const cell of [grouped(offset), length > LONGEST ? `${some} …` : some, text])
        row.insertCell().textContent = cell;
      return row;
    });
    this.#body.replaceChildren(...rows);
  }
}

customElements.define('header-table', HeaderTable);
