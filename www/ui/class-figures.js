/** <class-figures>: precision, recall and F1 of each class, which can be copied as CSV. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { show, titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { quoted } from './csv.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Evaluation } from '../pkg/insight.js'
 * @import { Naming } from '../text/naming.js'
 *
 * @typedef {{ evaluation: Evaluation, naming: Naming, file: string }} Props
 */

const words = late.predictions;
const CONTENT = markup`
  <h3>${words.classes}</h3>
  <div class="scroll" role="region" tabindex="0"><table><thead><tr></tr></thead><tbody></tbody></table></div>
  <p><button type="button" class="quiet">${words.copyCsv}</button> <span role="status"></span></p>
  <textarea aria-label="${words.csv}" rows="3" readonly hidden></textarea>`;

export class ClassFigures extends ViewerElement {
  #report = this.find('[role=status]');
  #csv = this.find('textarea', HTMLTextAreaElement);
  /** @type {Props | null} */
  #props = null;

  constructor() {
    super(CONTENT);
    this.find('button').addEventListener('click', () => this.#copy());
    this.find('thead tr').append(
      ...words.columns.map((title) =>
        Object.assign(document.createElement('th'), { scope: 'col', textContent: title }),
      ),
    );
  }

  /** @param {Props} props */
  render(props) {
    this.#props = props;
    this.#report.textContent = '';
    this.#csv.hidden = true;
    const { evaluation, naming, file } = props;
    this.hidden = evaluation.labelled === 0;
    this.find('.scroll').ariaLabel = words.classesOf(file);
    this.find('tbody').replaceChildren(
      ...evaluation.figures.map(({ support, predicted, hits, precision, recall, f1 }, place) => {
        const row = document.createElement('tr');
        const head = Object.assign(document.createElement('th'), { scope: 'row' });
        head.textContent = titled(naming, evaluation.classes[place]);
        const shares = [precision, recall, f1].map((share) => (share === null ? words.none : share.toFixed(4)));
        const cells = [...[support, predicted, hits].map(grouped), ...shares];
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
 * The table with all digits. Its head is in English in every language, because programs read it.
 * @param {Props} props
 */
function toCsv({ evaluation, naming }) {
  const lines = evaluation.figures.map(({ support, predicted, hits, precision, recall, f1 }, place) => {
    const label = evaluation.classes[place];
    const name = quoted(naming.names.get(label) ?? '');
    return [show(label, naming.type), name, support, predicted, hits, precision ?? '', recall ?? '', f1].join(',');
  });
  return `${['label,name,support,predicted,hits,precision,recall,f1', ...lines].join('\n')}\n`;
}
