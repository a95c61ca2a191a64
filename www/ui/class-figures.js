/** <class-figures>: precision, recall and F1 of each class, which can be copied as CSV. */

import { markup } from '../platform/trusted.js';
import { digits } from '../text/digits.js';
import { late } from '../text/late.js';
import { titled } from '../text/naming.js';
import { grouped } from '../text/numbers.js';
import { quoted } from './csv.js';
import { CsvTable } from './csv-table.js';
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
  <csv-table></csv-table>`;

export class ClassFigures extends ViewerElement {
  #table = this.find('csv-table', CsvTable);

  constructor() {
    super(CONTENT);
  }

  /** @param {Props} props */
  render(props) {
    const { evaluation, naming, file } = props;
    this.hidden = evaluation.compared === 0;
    const rows = evaluation.figures.map(({ support, predicted, hits, precision, recall, f1 }, place) => {
      const shares = [precision, recall, f1].map((share) => (share === null ? words.none : share.toFixed(4)));
      return [titled(naming, evaluation.classes[place]), ...[support, predicted, hits].map(grouped), ...shares];
    });
    this.#table.render({ name: words.classesOf(file), columns: words.columns, rows, csv: () => toCsv(props) });
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
    return [digits(label, naming.type), name, support, predicted, hits, precision ?? '', recall ?? '', f1].join(',');
  });
  return `${['label,name,support,predicted,hits,precision,recall,f1', ...lines].join('\n')}\n`;
}
