/** <recent-files>: opens again the files that a reload lost, and those of earlier visits. */

import { markup } from '../platform/trusted.js';
import { keepCount } from '../session/recent.js';
import { allRecent, fileAt, forgetRecent, mayRead } from '../session/recent-store.js';
import { baseName } from '../state/index.js';
import { late } from '../text/late.js';
import { intend } from './intent.js';
import { ViewerElement } from './viewer-element.js';

/** @import { Recent } from '../session/recent-store.js' */

const words = late.recent;
const CONTENT = markup`
  <button type="button" class="reopen" hidden></button>
  <p class="problem" aria-live="polite" hidden></p>
  <section aria-label="${words.title}" hidden>
    <h3>${words.title}</h3>
    <ul></ul>
  </section>`;

export class RecentFiles extends ViewerElement {
  #reopen = this.find('.reopen');
  #problem = this.find('.problem');
  #section = this.find('section');
  #list = this.find('ul');
  #isShown = false;
  /** @type {string[]} */
  #lost = [];
  /** @type {Recent[]} */
  #all = [];

  constructor() {
    super(CONTENT);
    this.#reopen.addEventListener('click', () => this.#open(this.#ofLost));
  }

  /** @param {{ shown: boolean, lost: string[] }} props  whether the first screen is shown, and the names of the files that a reload lost */
  render({ shown, lost }) {
    if (shown === this.#isShown && lost.join() === this.#lost.join()) return;
    this.#isShown = shown;
    this.#lost = lost;
    if (shown) this.#refresh();
  }

  async #refresh() {
    this.#all = await allRecent().catch(() => []);
    this.#section.hidden = this.#all.length === 0;
    this.#list.replaceChildren(...this.#all.map((recent) => this.#entry(recent)));
    const names = this.#ofLost.flatMap(({ files }) => files.map(({ name }) => baseName(name)));
    this.#reopen.hidden = names.length === 0;
    this.#reopen.textContent = names.length ? words.reopen(names[0], names.length - 1) : '';
    this.style.removeProperty('--rows');
    keepCount(this.#all.length);
  }

  /** The datasets with the files that a reload lost: of several with files of the same names, the one that was seen last. */
  get #ofLost() {
    const named = new Map();
    for (const recent of this.#all) {
      const names = namesOf(recent);
      const key = names.join('\n');
      if (!named.has(key) && names.every((name) => this.#lost.includes(name))) named.set(key, recent);
    }
    return /** @type {Recent[]} */ ([...named.values()]);
  }

  /** @param {Recent} recent */
  #entry(recent) {
    const entry = document.createElement('li');
    const open = Object.assign(document.createElement('button'), { type: 'button', className: 'open' });
    const name = Object.assign(document.createElement('bdi'), { textContent: recent.name });
    const files = Object.assign(document.createElement('small'), {
      textContent: words.files(namesOf(recent), recent.files.length),
    });
    open.append(name, ' ', files);
    open.addEventListener('click', () => this.#open([recent]));
    const forget = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: words.forget,
      ariaLabel: words.forgetThis(recent.name),
    });
    forget.addEventListener('click', () => this.#forget(recent));
    entry.append(open, forget);
    return entry;
  }

  /** @param {Recent} recent */
  async #forget({ key, files }) {
    const at = this.#all.findIndex((recent) => recent.key === key);
    await forgetRecent(key);
    const { remove } = await import('../engine/kept-index.js');
    await remove(files.map(({ name }) => name));
    await this.#refresh();
    // The button is gone, so the focus moves on.
    const next = this.#list.children[Math.min(at, this.#all.length - 1)];
    if (next) next.querySelector('button')?.focus();
    else intend(this, { type: 'focus-files' });
  }

  /** @param {Recent[]} recents */
  async #open(recents) {
    // A prompt that is not answered in time makes the browser refuse the next one.
    const allowed = await mayRead(recents).catch(() => false);
    this.#problem.hidden = allowed;
    this.#problem.textContent = allowed ? '' : words.refused;
    if (!allowed) return;
    const files = recents.flatMap(({ files }) => files);
    const found = await Promise.allSettled(
      files.map(async ({ name, root }) => ({ file: await fileAt(root, name), name, root })),
    );
    const entries = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    found.forEach((one, at) => {
      if (one.status === 'fulfilled') return;
      const { name, message } = /** @type {DOMException} */ (one.reason);
      const alert = {
        key: `refused:${files[at].name}`,
        file: files[at].name,
        severe: true,
        faults: [{ name, message }],
      };
      intend(this, { type: 'alert', alert });
    });
    if (entries.length) intend(this, { type: 'files', entries });
  }
}

/**
 * The names of the files that the user knows.
 * @param {Recent} recent
 */
function namesOf({ files }) {
  return files.flatMap(({ name, isMore }) => (isMore ? [] : [name]));
}
