/** <layout-form>: how a file is read, and another layout that the user types. */

import { markup } from '../platform/trusted.js';
import { fittingShapes } from '../text/fitting-shapes.js';
import { late } from '../text/late.js';
import { offsetOf, shapeOf } from '../text/layouts.js';
import { ELEMENT_TYPES } from './element-types.js';
import './shape-chips.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Status } from '../engine/protocol.js'
 * @import { ShapeChips } from './shape-chips.js'
 *
 * @typedef {{ status: Status, engine: Engine }} Props
 */

const words = late.bytes;
const CONTENT = markup`
  <details>
    <summary>${words.reinterpret}</summary>
    <form>
      <label class="line"><span>${words.elementType}</span> <select name="type"></select></label>
      <label class="line"><span>${words.byteOrder}</span> <select name="order"><option value="">${words.bigEndian}</option><option value="le">${words.littleEndian}</option></select></label>
      <label class="line"><span>${words.shape}</span> <input type="text" name="shape" autocomplete="off" list="fitting" aria-describedby="problem"></label>
      <datalist id="fitting"></datalist>
      <shape-chips></shape-chips>
      <label class="line"><span>${words.offset}</span> <input type="text" name="offset" inputmode="numeric" autocomplete="off" aria-describedby="problem"></label>
      <p class="problem" id="problem" aria-live="polite" hidden></p>
      <p class="note fit" aria-live="polite"></p>
      <button type="submit">${words.apply}</button>
      <button type="button" class="quiet">${words.asHeader}</button>
    </form>
  </details>`;

export class LayoutForm extends ViewerElement {
  #type = this.find('[name=type]', HTMLSelectElement);
  #order = this.find('[name=order]', HTMLSelectElement);
  #shape = this.find('[name=shape]', HTMLInputElement);
  #offset = this.find('[name=offset]', HTMLInputElement);
  #fitting = this.find('datalist');
  #chips = /** @type {ShapeChips} */ (this.find('shape-chips'));
  #fit = this.find('.fit');
  #problem = this.find('.problem');
  /** @type {Props | null} */
  #props = null;
  /** The layout that the file's own header describes. */
  headerLayout = '';
  /** Takes the chosen layout; '' for the header's own. @type {(layout: string) => void} */
  onApply = () => {};

  constructor() {
    super(CONTENT);
    this.#type.append(...Object.keys(ELEMENT_TYPES).map((type) => new Option(type)));
    this.find('form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    for (const type of ['input', 'change']) this.find('form').addEventListener(type, () => this.#measure());
    const details = this.find('details');
    details.addEventListener('toggle', () => details.scrollIntoView({ block: 'nearest' }));
    this.#chips.onPick = (shape) => {
      this.#shape.value = shape;
      this.#measure();
    };
    this.find('[type=button]').addEventListener('click', () => this.onApply(''));
  }

  /**
   * Shows how the file is read, in place of what the user typed.
   * @param {Props} props
   */
  render(props) {
    this.#props = props;
    const { elementType, littleEndian, shape, offset } = props.status.layout;
    this.#type.value = elementType;
    this.#order.value = littleEndian ? 'le' : '';
    this.#shape.value = shape.join(' × ');
    this.#offset.value = String(offset);
    this.#problem.hidden = true;
    this.#measure();
  }

  /** Offers the shapes that fit the file, and says whether the typed one does. */
  #measure() {
    const status = this.#props?.status;
    const [shape, offset] = [shapeOf(this.#shape.value), offsetOf(this.#offset.value)];
    if (!status || offset === null) return;
    const elementSize = ELEMENT_TYPES[this.#type.value].size;
    // The length of a gzip file is known as far as its header says it.
    const length = status.gzip || status.size === null ? status.layout.offset + status.byteLength : status.size;
    const room = Math.max(0, length - offset);
    const options = fittingShapes(Math.floor(room / elementSize), status.layout.shape);
    this.#fitting.replaceChildren(...options.map((option) => new Option(option)));
    this.#chips.render(options);
    const needed = shape ? shape.reduce((product, size) => product * size, elementSize) : room;
    this.#fit.textContent = needed === room ? '' : words.misfit(needed, room, offset);
  }

  async #submit() {
    const props = this.#props;
    if (!props) return;
    const { status, engine } = props;
    const [type, isLittle] = [this.#type.value, this.#order.value === 'le'];
    const [shape, offset] = [shapeOf(this.#shape.value), offsetOf(this.#offset.value)];
    if (offset === null) return this.#report(late.layouts.problem('offset', this.#offset.value));
    if (shape === null) return this.#report(late.layouts.problem('shape', this.#shape.value));
    const layout = await engine.call('layout', type, isLittle, shape, offset).catch(() => null);
    if (props !== this.#props || layout === null) return;
    if (!layout) return this.#report(late.layouts.problem('size', this.#shape.value));
    // Only unpacking tells how long a gzip file is.
    if (status.size !== null && !status.gzip && layout.offset >= status.size)
      return this.#report(words.beyond(status.size));
    this.#report('');
    this.onApply(layout.text === this.headerLayout ? '' : layout.text);
  }

  /** @param {string} problem */
  #report(problem) {
    this.#problem.hidden = !problem;
    this.#problem.textContent = problem;
    if (problem) this.#problem.scrollIntoView({ block: 'nearest' });
  }
}
