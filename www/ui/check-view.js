/** <check-view>: starts a check, shows how far it is, and then what it found. It also lists what the grid shows. */

import { isOtherPlan, planOf } from '../engine/check-plan.js';
import { markup } from '../platform/trusted.js';
import { canCheck, entriesOf, extent, listedEntries, listedPlan } from '../state/index.js';
import { check as words } from '../text/check.js';
import { FindingList } from './finding-list.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Check, CheckList, Dataset, Entry } from '../state/index.js'
 * @import { Source } from './card-pictures.js'
 * @import { ItemKind } from '../state/views.js'
 * @import { Description } from './item-pictures.js'
 *
 * @typedef {object} Props
 * @property {Dataset} dataset
 * @property {Dataset[]} datasets  all open ones
 * @property {Check | null} check  of the dataset as it is now
 * @property {boolean} outdated  whether it was checked before it changed
 * @property {CheckList} list  the one that is shown
 * @property {string} appearance  a key that changes when images may look different
 * @property {Description} describe
 * @property {Engine | null} engine  of the dataset
 * @property {(dataset: number) => Source | null} source  of pictures
 * @property {boolean} isReady  whether a worker has the images, so that more can be asked
 * @property {(places: number[], count: number) => Promise<Uint32Array | null>} neighbours  that many most similar images of each
 */

customElements.define('finding-list', FindingList);

const CONTENT = markup`
  <section class="begin">
    <h2>${words.headline}</h2>
    <p class="what"></p>
    <p class="facts"></p>
    <p><button type="button" class="start"></button></p>
  </section>
  <finding-list hidden></finding-list>
  <div class="progress" hidden>
    <div role="progressbar" aria-label="${words.progress}" aria-valuemin="0" aria-valuemax="100"></div>
    <span></span> <button type="button" class="cancel">${words.cancel}</button>
    <button type="button" class="again">${words.again}</button>
  </div>`;

export class CheckView extends ViewerElement {
  #begin = this.find('.begin');
  #start = this.find('.start');
  #progress = this.find('.progress');
  #bar = this.find('[role=progressbar]');
  #list = this.find('finding-list', FindingList);
  /** The entries of what the grid lists, and what they were made of. @type {{ made: unknown[], entries: Entry[] }} */
  #listed = { made: [], entries: [] };

  constructor() {
    super(CONTENT);
    for (const button of [this.#start, this.find('.again')])
      button.addEventListener('click', () => intend(this, { type: 'check' }));
    this.find('.cancel').addEventListener('click', () => intend(this, { type: 'cancel-check' }));
  }

  /** @param {Props | null} props  null while another mode is on */
  render(props) {
    this.hidden = !props;
    if (!props) return;
    const { check, dataset, list } = props;
    const isListed = list === 'listed';
    this.#begin.hidden = isListed || check !== null;
    this.#progress.hidden = true;
    if (check) this.#describeProgress(check, isOtherPlan(dataset, props.datasets, check.plan), props.describe.kind);
    else if (!isListed) this.#describeStart(props);
    const entries = isListed ? this.#listedOf(dataset, check) : check && entriesOf(check, list);
    this.#list.hidden = !entries;
    if (isListed && entries)
      this.#list.render({
        ...props,
        entries,
        plan: listedPlan(dataset, check),
        key: `${dataset.id} ${dataset.queryId}`,
      });
    else if (check && entries) this.#list.render({ ...props, entries, plan: check.plan, key: check.key });
  }

  /**
   * The entries of what the grid lists: the same ones, until the grid or the suspect labels change.
   * @param {Dataset} dataset
   * @param {Check | null} check
   */
  #listedOf(dataset, check) {
    const made = [dataset.id, dataset.matches, extent(dataset), check?.results.suspects];
    if (made.some((part, at) => part !== this.#listed.made[at]))
      this.#listed = { made, entries: listedEntries(dataset, check) };
    return this.#listed.entries;
  }

  /** Takes the focus. */
  enter() {
    if (!this.#list.hidden) return this.#list.enter();
    const buttons = this.findAll('.begin button, .progress button', HTMLButtonElement);
    buttons.find((button) => button.checkVisibility())?.focus();
  }

  /** @param {Props} props */
  #describeStart({ dataset, datasets, outdated, describe: { kind } }) {
    this.find('.begin .what').textContent = words.lead(kind);
    const isReady = canCheck(dataset);
    this.#start.hidden = !isReady;
    if (!isReady) {
      this.find('.facts').textContent = words.reading;
      return;
    }
    const { sets, omitted, memory, workers } = planOf(dataset, datasets);
    const [{ count, total }] = sets;
    const nameOf = (/** @type {number} */ id) => datasets.find((one) => one.id === id)?.name ?? '';
    const names = sets.map((set) => nameOf(set.dataset));
    const compared = sets.reduce((sum, set) => sum + set.count, 0);
    const teacher = sets.findIndex(({ learns, judged }) => learns && !judged);
    this.#start.textContent = words.start(count, total, kind);
    this.find('.facts').textContent = [
      ...(outdated ? [words.outdated] : []),
      words.memory(memory, workers),
      ...(count < total ? [words.sampled(count, total, kind)] : []),
      ...(sets.length > 1 ? [words.together(sets.slice(1).map((set, at) => ({ ...set, name: names[at + 1] })))] : []),
      ...(omitted.length ? [words.omitted(omitted.map(nameOf), compared, kind)] : []),
      ...(teacher < 0 ? [] : [words.taught(names[teacher])]),
      ...(dataset.statuses.labels ? [] : [words.unlabelled]),
    ].join(' ');
  }

  /**
   * @param {Check} check
   * @param {boolean} isPartial  whether datasets that could take part did not
   * @param {ItemKind} kind
   */
  #describeProgress({ stage, progress, fault }, isPartial, kind) {
    this.#progress.hidden = stage === null && !fault && !isPartial;
    this.find('.cancel').hidden = this.#bar.hidden = stage === null;
    this.find('.again').hidden = stage !== null;
    this.#bar.ariaValueNow = String(Math.floor(100 * progress));
    this.#progress.style.setProperty('--share', String(progress));
    const end = fault?.name === 'AbortError' ? words.cancelled : fault ? words.failed : words.others;
    this.find('.progress span').textContent = stage ? words.stages[stage](kind) : end;
  }
}
