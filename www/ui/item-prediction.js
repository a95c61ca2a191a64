/** <item-prediction>: what is predicted for the item in the panel, and how sure that is. */

import { baseName, otherPredictions, predictedClass, shownPredictions } from '../state/index.js';
import { late } from '../text/late.js';
import { titled } from '../text/naming.js';
import { Latest } from './latest.js';

/**
 * @import { ItemPrediction as Found } from '../pkg/insight.js'
 * @import { Predicted } from '../state/index.js'
 * @import { Naming } from '../text/naming.js'
 * @import { Props } from './item-panel.js'
 */

/** Classes that are listed. */
const LIKELIEST = 3;

const words = late.predictions;

export class ItemPrediction extends HTMLElement {
  #latest = new Latest();

  /**
   * @param {Props} props
   * @param {number | null} label
   */
  async render({ item, dataset, naming, predict }, label) {
    const [shown, other] = [shownPredictions(dataset), otherPredictions(dataset)];
    this.hidden = !shown;
    if (!shown || !predict) return;
    const all = other ? [shown, other] : [shown];
    const key = JSON.stringify([item, label, naming.key, ...all.map(({ version }) => version)]);
    const found = await this.#latest
      .ask({ key }, () => Promise.all(all.map(({ id }) => predict(id, item, LIKELIEST))))
      .catch(() => all.map(() => null));
    if (!found) return;
    this.replaceChildren(...all.map((predicted, at) => section(predicted, item, label, naming, found[at])));
  }
}

/**
 * What one file says about the item.
 * @param {Predicted} predictions
 * @param {number} item
 * @param {number | null} label
 * @param {Naming} naming
 * @param {Found | null} found
 */
function section(predictions, item, label, naming, found) {
  const list = document.createElement('dl');
  const [term, value] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = words.by(baseName(predictions.name));
  const class_ = predictedClass(predictions, item);
  const isWrong = class_ !== undefined && label !== null && class_ !== label;
  value.className = isWrong ? 'wrong' : '';
  value.append(class_ === undefined ? words.nothingFor : titled(naming, class_));
  if (class_ !== undefined && label !== null) value.append(` (${isWrong ? words.isWrong : words.isRight})`);
  list.append(term, value);
  for (const { class: other, probability } of found?.likeliest ?? []) {
    const [name, share] = [document.createElement('dt'), document.createElement('dd')];
    name.className = 'class';
    name.textContent = titled(naming, other);
    share.textContent = words.percent(probability);
    share.style.setProperty('--share', probability.toFixed(4));
    list.append(name, share);
  }
  return list;
}
