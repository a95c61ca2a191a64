/** An element whose content comes with its module, because few visits need it, or not at once. */
export class Filled extends HTMLElement {
  /** @param {string} content  markup */
  constructor(content) {
    super();
    this.innerHTML = content;
  }
}
