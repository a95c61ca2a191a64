/** <export-view>: a dialog that exports items of the dataset as files, and lists of items. */

import { markup } from '../platform/trusted.js';
import { late } from '../text/late.js';
import { download } from './download.js';
import { facts } from './export-facts.js';
import {
  choices,
  corrections,
  filesOf,
  formats,
  isPackable,
  isPictures,
  partsOf,
  splitRequest,
} from './export-files.js';
import { ExportOffer } from './export-offer.js';
import { ExportProgress } from './export-progress.js';
import { SplitFields } from './split-fields.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Engine } from '../engine/client.js'
 * @import { Fault } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Arrays, Choice, FormatName, SplitPart } from './export-files.js'
 * @import { Row } from './export-offer.js'
 * @import { Run } from './export-progress.js'
 *
 * @typedef {{ dataset: Dataset, engine: Engine, which: Choice | null }} Props  `which` items are chosen at first
 */

customElements.define('split-fields', SplitFields);
customElements.define('export-progress', ExportProgress);

const words = late.exporting;
const CONTENT = markup`
  <dialog aria-label="${words.title}">
    <h2 tabindex="-1" autofocus>${words.title}</h2>
    <fieldset>
      <label class="line"><span>${words.which}</span> <select class="which"></select></label>
      <split-fields></split-fields>
      <label class="line"><span>${words.format}</span> <select class="format"></select></label>
      <p class="note about"></p>
      <label class="line"><span>${words.form}</span> <select class="form"></select></label>
      <label class="pack"><input type="checkbox"> ${words.pack}</label>
      <label class="corrected" hidden><input type="checkbox" checked> <span></span></label>
      <p class="note facts"></p>
      <ul class="files"></ul>
    </fieldset>
    <export-progress></export-progress>
    <p class="note" aria-live="polite"></p>
    <p class="problem" role="alert"></p>
    <button type="button" class="close">${words.close}</button>
  </dialog>`;

export class ExportView extends ViewerElement {
  #dialog = this.find('dialog', HTMLDialogElement);
  #fields = this.find('fieldset', HTMLFieldSetElement);
  #which = this.find('.which', HTMLSelectElement);
  #splitting = this.find('split-fields', SplitFields);
  #format = this.find('.format', HTMLSelectElement);
  #form = this.find('.form', HTMLSelectElement);
  #pack = this.find('.pack input', HTMLInputElement);
  #correctedLine = this.find('.corrected');
  #corrected = this.find('.corrected input', HTMLInputElement);
  #offered = new ExportOffer(this.find('.files'), {
    save: (row) => this.#save(row),
    fail: (fault) => this.#tell('', words.problem(fault)),
  });
  #progress = this.find('export-progress', ExportProgress);
  #report = this.find('.note[aria-live]');
  #problem = this.find('.problem');
  /** @type {Props | null} */
  #props = null;
  /** @type {Arrays} */
  #arrays = { images: null, labels: null };
  /** The parts that the items are split into. @type {SplitPart[] | null} */
  #split = null;

  constructor() {
    super(CONTENT);
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog && !this.#progress.isRunning) this.#dialog.close();
    });
    // Escape cancels the export first, and then closes the dialog.
    this.#dialog.addEventListener('cancel', (event) => {
      if (!this.#progress.isRunning) return;
      event.preventDefault();
      this.#stop();
    });
    this.#dialog.addEventListener('close', () => this.#stop());
    this.find('.close').addEventListener('click', () => this.#dialog.close());
    this.#progress.addEventListener('cancel', () => this.#stop());
    for (const field of [this.#which, this.#splitting, this.#corrected])
      field.addEventListener('change', ({ target }) => this.#divide(/** @type {HTMLElement} */ (target)));
    for (const field of [this.#format, this.#form, this.#pack])
      field.addEventListener('change', () => {
        this.#tell('', '');
        this.#offer();
      });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  /** @param {Props} props */
  async open(props) {
    if (this.#dialog.open) return;
    this.#props = props;
    const { dataset, engine, which } = props;
    const all = choices(dataset);
    fill(
      this.#which,
      [...all].map(([choice, { count }]) => [choice, words.choice(choice, count)]),
    );
    // Whoever excluded items wants them out.
    const first = all.has('included') ? 'included' : 'all';
    this.#which.value = which ?? (all.has('filter') ? 'filter' : first);
    this.#divided(null);
    this.#correctedLine.hidden = true;
    this.#fields.disabled = true;
    this.#offered.show([]);
    this.#tell('', '');
    this.#dialog.showModal();
    if (dataset.grows) return this.#tell(words.growing, '');
    // It may be open for another dataset then.
    const isOther = () => props !== this.#props;
    try {
      const arrays = await engine.call('exportable');
      if (isOther()) return;
      this.#arrays = arrays;
    } catch (error) {
      if (!isOther()) this.#tell('', words.problem(/** @type {Fault} */ (error)));
      return;
    }
    fill(
      this.#format,
      formats(dataset, this.#arrays).map((format) => [format, words.formats[format]]),
    );
    const { stored = [], shown = null } = this.#arrays.images ?? {};
    const forms = [['stored', words.stored(stored)], ...(shown ? [['shown', words.shown(shown)]] : [])];
    fill(this.#form, /** @type {[string, string][]} */ (forms));
    this.#fields.disabled = false;
    this.#offer();
  }

  /** Offers the files that the fields describe. */
  #offer() {
    const { dataset, engine } = /** @type {Props} */ (this.#props);
    const format = /** @type {FormatName} */ (this.#format.value);
    const { images } = this.#arrays;
    const isList = format.startsWith('list');
    const hasForms = this.#form.options.length > 1 && !isList && !isPictures(format) && !images?.tooLarge;
    /** @type {HTMLElement} */ (this.#form.parentElement).hidden = !hasForms;
    /** @type {HTMLElement} */ (this.#pack.parentElement).hidden = !isPackable(format);
    const corrected = corrections(dataset, this.#arrays.labels);
    this.#correctedLine.hidden = isList || !corrected;
    this.find('.corrected span').textContent = words.corrected(corrected);
    this.find('.about').textContent = words.about[format];
    this.find('.facts').textContent = facts(dataset, this.#arrays, format).join(' ');
    const files = filesOf(dataset, this.#arrays, {
      which: /** @type {Choice} */ (this.#which.value),
      format,
      asShown: isPictures(format) || (hasForms && this.#form.value === 'shown'),
      gzip: this.#pack.checked,
      withCorrections: this.#corrected.checked,
      split: this.#split,
    });
    this.#offered.show(files);
    this.#offered.measure(engine);
  }

  /**
   * Splits the items as the fields say. All images are read for it, because equal ones belong together.
   * @param {HTMLElement} field  that was changed
   */
  async #divide(field) {
    const props = /** @type {Props} */ (this.#props);
    const { chosen } = this.#splitting;
    /** @type {SplitPart[] | null} */
    let split = null;
    this.#tell('', '');
    if (chosen) {
      const request = splitRequest(
        props.dataset,
        this.#arrays,
        /** @type {Choice} */ (this.#which.value),
        this.#corrected.checked,
        chosen,
      );
      await this.#export(field, async (run) => {
        const numbers = (await run(request, null))?.file;
        if (!numbers) return;
        const [{ items }] = request.parts;
        split = partsOf(new Uint8Array(await numbers.arrayBuffer()), items, chosen.shares.length);
      });
    }
    // The dialog may have been closed, and opened for another dataset.
    if (props !== this.#props) return;
    this.#divided(split);
    if (this.#dialog.open) this.#offer();
  }

  /** @param {SplitPart[] | null} split */
  #divided(split) {
    this.#split = split;
    this.#splitting.show(split && split.map(({ items }) => items.length));
  }

  /** @param {Row} row */
  async #save({ item, file, size }) {
    const input = /** @type {HTMLInputElement} */ (item.querySelector('input'));
    const name = input.value.trim() || file.name;
    await this.#export(item.querySelector('button'), async (run) => {
      const handle = await place(name);
      const saved = handle === undefined ? undefined : await run(file.request, handle);
      if (!saved) return;
      if (saved.file) download(saved.file, name);
      this.#tell(words.saved(handle?.name ?? name, saved.file?.size ?? size), '');
    });
    if (!this.#progress.isRunning && this.#props) this.#offered.measure(this.#props.engine);
  }

  /**
   * Does work that exports something, and says what went wrong.
   * @param {HTMLElement | null} field  that has the focus at the end
   * @param {(run: Run) => Promise<void>} work
   */
  async #export(field, work) {
    const { engine, dataset } = /** @type {Props} */ (this.#props);
    // Sizes that are not known yet give way.
    this.#offered.stopMeasuring();
    try {
      await this.#progress.start(engine, this.#fields, field, (run) =>
        work((request, handle) => {
          this.#tell(isRead(dataset) ? '' : words.reading, '');
          return run(request, handle);
        }),
      );
    } catch (error) {
      this.#tell('', words.problem(/** @type {Fault} */ (error)));
    }
  }

  /** Cancels the export under way. */
  #stop() {
    this.#offered.stopMeasuring();
    if (this.#progress.cancel(this.#props?.engine)) this.#tell(words.cancelled, '');
  }

  /**
   * @param {string} report
   * @param {string} problem
   */
  #tell(report, problem) {
    this.#report.textContent = report;
    this.#problem.textContent = problem;
  }
}

/** @param {Dataset} dataset */
function isRead({ statuses: { images, labels } }) {
  return [images, labels].every((status) => status?.done !== false);
}

/**
 * Asks where to save a file, if the browser can write there. Null where it can only download; undefined if the user
 * does not want to save.
 * @param {string} name
 */
async function place(name) {
  const { showSaveFilePicker } =
    /** @type {{ showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle> }} */ (window);
  try {
    return (await showSaveFilePicker?.({ suggestedName: name })) ?? null;
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') return undefined;
    // A page within another page may not ask.
    return null;
  }
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options  each with its text
 */
function fill(select, options) {
  const { value } = select;
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([option]) => option === value)) select.value = value;
}
