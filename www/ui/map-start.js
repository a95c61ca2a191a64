/** What the map shows before the images have been compared: what that takes, a button, and how far it is. */

import { planOf } from '../engine/check-plan.js';
import { markup } from '../platform/trusted.js';
import { canCheck } from '../state/index.js';
import { check as checkWords } from '../text/check.js';
import { map as words } from '../text/map.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Props } from './map-view.js' */

const CONTENT = markup`
  <h2></h2>
  <p class="what"></p>
  <p class="facts"></p>
  <p><button type="button" class="start"></button> <button type="button" class="cancel">${words.cancel}</button></p>
  <div role="progressbar" aria-label="${words.comparing}" aria-valuemin="0" aria-valuemax="100"></div>`;

export class MapStart extends ViewerElement {
  #start = this.find('.start', HTMLButtonElement);
  #cancel = this.find('.cancel');
  #bar = this.find('[role=progressbar]');
  #facts = this.find('.facts');

  constructor() {
    super(CONTENT);
    this.#start.addEventListener('click', () => intend(this, { type: 'check' }));
    this.#cancel.addEventListener('click', () => intend(this, { type: 'cancel-check' }));
  }

  /** Takes the focus. */
  enter() {
    (this.#start.hidden ? this.#cancel : this.#start).focus();
  }

  /** @param {Props} props */
  render({ dataset, datasets, check, outdated, describe: { kind } }) {
    this.find('h2').textContent = words.headline(kind);
    this.find('.what').textContent = words.lead(kind);
    const isReady = canCheck(dataset);
    const stage = check?.stage ?? null;
    const progress = check?.progress ?? 0;
    this.#start.hidden = !isReady || stage !== null;
    this.#cancel.hidden = this.#bar.hidden = stage === null;
    this.#bar.ariaValueNow = String(Math.floor(100 * progress));
    this.#bar.style.setProperty('--share', String(progress));
    if (stage) this.#facts.textContent = checkWords.stages[stage](kind);
    else if (!isReady) this.#facts.textContent = words.reading;
    else {
      const { sets, omitted, memory, workers } = planOf(dataset, datasets);
      this.#start.textContent = words.start(sets[0].count, sets[0].total, kind);
      const facts = [...(outdated ? [words.outdated(kind)] : []), checkWords.memory(memory, workers)];
      const names = datasets.filter(({ id }) => omitted.includes(id)).map(({ name }) => name);
      const compared = sets.reduce((sum, { count }) => sum + count, 0);
      if (names.length) facts.push(checkWords.omitted(names, compared, kind));
      this.#facts.textContent = facts.join(' ');
    }
  }
}
