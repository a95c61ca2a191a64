/** <item-figures>: what is known about an item in the panel: the columns of its label, and the figures of its values. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { meaning, show, titled } from '../text/naming.js';
import { short } from '../text/numbers.js';
import { pictureName } from '../text/picture-names.js';
import { intend } from './intent.js';
import { Latest } from './latest.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Page } from '../engine/protocol.js'
 * @import { Props } from './item-panel.js'
 */

/** Bytes of unpacked images that are compared with the means of their classes without being asked. */
const SMALL = 64 * 2 ** 20;
/** Columns of a label that are listed. */
const MAX_COLUMNS = 64;

const words = late.item;
const CONTENT = markup`
  <dl class="source" hidden><dt>${words.file}</dt><dd><bdi></bdi></dd></dl>
  <dl class="columns" hidden></dl>
  <p class="note range" hidden></p>
  <dl class="spread" hidden>
    <dt>${words.range}</dt><dd></dd><dt>${words.mean}</dt><dd></dd><dt>${words.deviation}</dt><dd></dd>
  </dl>
  <dl class="distance" hidden><dt></dt><dd></dd><dt>${words.rank}</dt><dd></dd></dl>`;

export class ItemFigures extends ViewerElement {
  #source = this.find('.source');
  #sourceName = this.find('.source bdi');
  #columns = this.find('.columns');
  /** The range of the values, where each item has its own. */
  #range = this.find('.range');
  #spread = this.find('.spread');
  #rows = new Latest();
  #summaries = new Latest();
  #distances = new Latest();
  #distance = this.find('.distance');
  /** The dataset whose images the user wants to be compared, however long that takes. @type {number | null} */
  #asked = null;

  constructor() {
    super(CONTENT);
  }

  /** The item is read again. */
  clear() {
    this.#rows.clear();
    this.#summaries.clear();
    this.#distances.clear();
  }

  /**
   * @param {Props} props
   * @param {string} key  all that the figures depend on
   * @param {Page} page  the item, as it is painted
   */
  render(props, key, page) {
    this.#nameSource(props);
    this.#listColumns(props, key);
    this.#summarise(props, key);
    const { colours, statuses } = props;
    this.#range.hidden = !page.image || !colours.limits || colours.limits.length > 0;
    const [min, max] = (page.range ?? []).map((end) => show(end, statuses.images?.elementType ?? 'f64'));
    this.#range.textContent = page.range ? words.limits(min, max) : '';
  }

  /**
   * Names the picture that the image was made of.
   * @param {Props} props
   */
  #nameSource({ item, dataset: { pictureNames } }) {
    this.#source.hidden = pictureNames === null;
    if (pictureNames === null) return;
    const name = pictureName(pictureNames, item);
    // The end tells more, and nothing below may move: the start of a long one is cut.
    this.#sourceName.textContent = name;
    this.#sourceName.title = name;
  }

  /**
   * Shows the range, the mean and the standard deviation of the values.
   * @param {Props} props
   * @param {string} key
   */
  async #summarise({ item, summary, statuses: { images } }, key) {
    if (!images) return;
    const found = await this.#summaries.ask({ key }, () => summary(item)).catch(() => new Float64Array());
    if (!found) return;
    // Without an answer there are no figures: the reading of a file can end before the item.
    const [min, max, mean, deviation, nan = 0, infinite = 0] = found;
    const isAllZero = min === 0 && max === 0 && !nan && !infinite;
    const [from, to] = [min, max].map((end) => show(end, images.elementType));
    const range = isAllZero ? words.allZero : min <= max ? words.limits(from, to) : '';
    const spread = [mean, deviation].map((figure) => (min <= max ? short(figure) : words.none));
    const figures = [words.withOthers(range, nan, infinite) || words.none, ...spread];
    this.#spread.querySelectorAll('dd').forEach((value, at) => {
      value.textContent = figures[at];
    });
  }

  /**
   * Shows how far the item is from the mean of its class. Without statistics, or where that takes long, a button asks
   * for it.
   * @param {Props} props
   */
  async compare(props) {
    const { item, appearance, dataset, distance } = props;
    const { images } = props.statuses;
    // Both have their rows before they have figures, so that nothing below them moves.
    this.#spread.hidden = this.#distance.hidden = !images;
    if (!images) return;
    const { id, jobs, labelling } = dataset;
    const { report = null, progress = null } = jobs.statistics ?? {};
    const isMeasured = report !== null && report.items === report.total;
    this.#distance.children[0].textContent = words.distance(report?.classes.length !== 0);
    if (isMeasured && (images.kept || images.byteLength <= SMALL || id === this.#asked)) {
      const key = [id, item, appearance, labelling.column].join();
      if (this.#distance.querySelector('.compute')) this.#tell(words.computing);
      const found = await this.#distances.ask({ key }, () => distance(item)).catch(() => new Float64Array());
      if (!found) return;
      const [value, rank, size] = found;
      if (found.length) this.#tell(short(value), words.rankOf(rank, size));
      else this.#tell(words.none, words.none);
    } else if (progress !== null || !images.done) {
      this.#tell(words.computing);
    } else if (!this.#distance.querySelector('.compute')) {
      const button = Object.assign(document.createElement('button'), { type: 'button', className: 'compute' });
      button.textContent = words.compute;
      button.addEventListener('click', () => {
        this.#asked = id;
        intend(this, { type: 'measure', dataset: id });
        this.compare(props);
      });
      this.#tell(button);
    }
  }

  /**
   * @param {string | Node} distance
   * @param {string} [rank]
   */
  #tell(distance, rank = '') {
    const [, value, , place] = this.#distance.children;
    value.replaceChildren(distance);
    place.textContent = rank;
  }

  /**
   * Lists the columns of the label, where there are several with a meaning.
   * @param {Props} props
   * @param {string} key
   */
  async #listColumns({ item, row, naming, statuses: { labels } }, key) {
    const labelling = labels?.labelling;
    this.#columns.hidden = !labelling || labelling.columns < 2 || labelling.oneHot;
    if (!labels || !labelling || this.#columns.hidden) return;
    const values = await this.#rows.ask({ key }, () => row(item, MAX_COLUMNS)).catch(() => []);
    if (!values) return;
    const entries = [...values].flatMap((value, column) => {
      const isChosen = column === labelling.column;
      const names = isChosen ? naming.names : (naming.columnNames[column] ?? new Map());
      const [term, number] = entry(meaning(naming, column), titled({ ...naming, names }, value));
      if (isChosen) number.className = 'chosen';
      return [term, number];
    });
    this.#columns.replaceChildren(...entries);
  }
}

/**
 * A term and its description.
 * @param {string} term
 * @param {string} description
 */
function entry(term, description) {
  return [
    Object.assign(document.createElement('dt'), { textContent: term }),
    Object.assign(document.createElement('dd'), { textContent: description }),
  ];
}
