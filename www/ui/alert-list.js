/** <alert-list>: what went wrong, one entry per file, each kept until it is dismissed. */

import { markup } from '../platform/trusted.js';
import { baseName, isGzip } from '../state/index.js';
import { explainAll } from '../text/faults.js';
import { late } from '../text/late.js';
import { hex } from './hex.js';
import { intend } from './intent.js';
import { labelChooser } from './label-chooser.js';
import { quietButton } from './note.js';
import { hasWrongLength, readAnyway, repairs, textDamage } from './repairs.js';
import { cutter } from './sheet-cutter.js';
import { ViewerElement } from './viewer-element.js';

/**
 * @import { Fault } from '../engine/protocol.js'
 * @import { Alert, Dataset, State, Tally } from '../state/index.js'
 * @typedef {Pick<State, 'alerts' | 'tallies' | 'firstNumber' | 'datasets'>} Props
 */

/** Faults whose offset is one of the file as it is stored. */
const STORED = [
  'GzipMethod',
  'GzipFlags',
  'GzipHeaderChecksum',
  'GzipTruncated',
  'GzipChecksum',
  'GzipLength',
  'GzipTrailing',
  'Changed',
];

const words = late.alerts;
const CONTENT = markup`
  <button type="button" class="quiet dismiss" hidden>${words.dismissAll}</button>
  <div class="entries"></div>`;

export class AlertList extends ViewerElement {
  #dismiss = this.find('.dismiss');
  #entries = this.find('.entries');
  /** @type {Map<Alert | Tally, HTMLElement>} */
  #drawn = new Map();
  #firstNumber = 0;
  #narrow = matchMedia('(max-width: 47.5em)');
  /** Whether each entry is two lines, until it is opened. */
  #brief = false;

  constructor() {
    super(CONTENT);
    this.#dismiss.addEventListener('click', () => intend(this, { type: 'dismiss-all' }));
  }

  /** @param {AbortSignal} signal @override */
  watch(signal) {
    this.#narrow.addEventListener('change', () => this.#fold(), { signal });
    this.#fold();
  }

  /** @param {Props} props */
  render({ alerts, tallies, firstNumber, datasets }) {
    const messages = [...alerts, ...tallies];
    this.hidden = messages.length === 0;
    this.#dismiss.hidden = messages.length < 2;
    const focused = this.contains(document.activeElement);
    let focusedKey = '';
    for (const [message, entry] of this.#drawn) {
      if (messages.includes(message) && firstNumber === this.#firstNumber) continue;
      if (entry.contains(document.activeElement)) focusedKey = message.key;
      entry.remove();
      this.#drawn.delete(message);
    }
    this.#firstNumber = firstNumber;
    const fresh = messages.filter((message) => !this.#drawn.has(message));
    for (const message of fresh) {
      const entry = 'faults' in message ? this.#entry(message, datasets) : this.#tally(message);
      this.#drawn.set(message, entry);
      // One that replaces another stays in its place.
      const next = messages.slice(messages.indexOf(message) + 1).find((later) => this.#drawn.has(later));
      this.#entries.insertBefore(entry, (next && this.#drawn.get(next)) ?? null);
    }
    // After one entry is dismissed, the focus is on the button of the next.
    if (focused && !this.contains(document.activeElement)) {
      const again = fresh.find(({ key }) => key === focusedKey);
      const entry = (again && this.#drawn.get(again)) ?? this.#entries;
      /** @type {HTMLElement | null} */ (
        entry.querySelector('[aria-pressed=true]') ??
          entry.querySelector('button.repair') ??
          entry.querySelector('button')
      )?.focus();
    }
    this.#fold();
    // Only the name of a new problem is brought into view, so that the other messages move little.
    const problem = fresh.findLast((message) => 'faults' in message);
    const name = problem && this.#drawn.get(problem)?.querySelector('summary > :first-child');
    // Its place among the messages is not known before.
    if (name) requestAnimationFrame(() => name.scrollIntoView({ block: 'nearest' }));
  }

  /** Where there is little room, each alert shows two lines of its text. */
  #fold() {
    const brief = this.#narrow.matches || this.#entries.querySelectorAll('[role=alert]').length > 2;
    if (brief === this.#brief) return;
    this.#brief = brief;
    for (const entry of this.#drawn.values())
      entry.querySelector('details:not(.repairable)')?.toggleAttribute('open', !brief);
  }

  /**
   * @param {Alert} alert
   * @param {Dataset[]} datasets
   */
  #entry({ key, file, severe, faults, head }, datasets) {
    const entry = create('div', { role: 'alert' });
    entry.classList.toggle('severe', severe);
    const dismiss = this.#dismissal(key, file ? words.dismissFile(file) : words.dismiss);
    const { explanations, fixes, isText } = this.#explain({ key, file, faults, head }, datasets);
    const [{ what }, ...others] = explanations;
    const summary = create('summary', {});
    if (file) summary.append(create('bdi', { textContent: file, title: file }), ' ');
    summary.append(create('span', { textContent: what }));
    const reasons = new Set([...explanations.map(({ why }) => why), ...explanations.map(({ advice }) => advice)]);
    const more = create('details', { open: !this.#brief || fixes.length > 0 });
    more.classList.toggle('repairable', fixes.length > 0);
    more.append(
      summary,
      ...others.map(({ what }) => paragraph('what', what)),
      paragraph('why', [...reasons].join(' ').trim()),
      ...fixes,
      ...this.#bytes(key, file, faults, isText, head),
      details(
        faults.flatMap(({ message }) => message ?? []),
        head,
      ),
    );
    entry.append(dismiss, more);
    return entry;
  }

  /**
   * What is wrong with a file, the ways to fix it, and whether it was handled as text.
   * @param {Pick<Alert, 'key' | 'file' | 'faults' | 'head'>} alert
   * @param {Dataset[]} datasets
   */
  #explain({ key, file, faults, head }, datasets) {
    if (!hasWrongLength(faults)) {
      const fixes = [
        ...readAnyway(key, file, faults, head ?? []),
        ...cutter(key, faults),
        ...labelChooser(key, faults),
      ];
      return { explanations: explainAll(faults, this.#firstNumber), fixes, isText: false };
    }
    const others = faults.filter((fault) => !hasWrongLength([fault]));
    const damage = textDamage(key, datasets);
    // The length follows from the damage.
    if (damage) return { explanations: [damage, ...explainAll(others, this.#firstNumber)], fixes: [], isText: true };
    const fixes = repairs(key, datasets);
    const explanations = explainAll(faults, this.#firstNumber).map((explanation, index) =>
      // The likely cause of a wrong length comes with its repair.
      fixes.length && hasWrongLength([faults[index]]) ? { ...explanation, why: '', advice: '' } : explanation,
    );
    return { explanations, fixes, isText: false };
  }

  /**
   * The counts of a drop, which are no problem.
   * @param {Tally} tally
   */
  #tally({ key, passed, ...counts }) {
    const entry = create('p', { className: 'tally', ariaLive: 'polite' });
    entry.append(this.#dismissal(key, words.dismiss), words.tally(counts, passed.map(baseName)));
    return entry;
  }

  /**
   * A button that dismisses a message.
   * @param {string} key
   * @param {string} ariaLabel
   */
  #dismissal(key, ariaLabel) {
    const button = create('button', { type: 'button', textContent: '×', ariaLabel });
    button.addEventListener('click', () => intend(this, { type: 'dismiss', key }));
    return button;
  }

  /**
   * A button that shows the bytes of a file that is wrong.
   * @param {string} alert  its key
   * @param {string} file
   * @param {Fault[]} faults
   * @param {boolean} isText  whether it was handled as text: then the end of the data is not where it went wrong
   * @param {number[]} [head]  the first bytes of the file, if there is one
   */
  #bytes(alert, file, faults, isText, head) {
    if (!head?.length || !/^(file|refused):/.test(alert)) return [];
    const isPacked = isGzip(head);
    const place = isText ? { offset: 0, isStored: !isPacked } : wrongByte(faults, isPacked);
    const byte = { fault: faults[0], isGzip: isPacked, ...place };
    return [
      quietButton(words.showBytes, () => intend(this, { type: 'byte-of-alert', alert, file: baseName(file), byte })),
    ];
  }
}

/**
 * The byte that the first fault is about: its offset, and whether that counts in the file as it is stored. In a gzip file,
 * most offsets count in the unpacked data.
 * @param {Fault[]} faults
 * @param {boolean} isPacked
 */
function wrongByte([{ name, offset, found }], isPacked) {
  const isStored = STORED.includes(name) || !isPacked;
  if (name === 'UnknownElementType') return { offset: 2, isStored };
  return { offset: (name === 'TruncatedHeader' ? found : offset) ?? 0, isStored };
}

/**
 * @param {string[]} messages
 * @param {number[]} [head]
 */
function details(messages, head) {
  const element = create('details', { hidden: !messages.length && !head?.length });
  element.append(
    create('summary', { textContent: words.details }),
    ...messages.map((message) => paragraph('message', message)),
  );
  if (head?.length) {
    const line = paragraph('head', words.head);
    line.append(create('code', { textContent: hex(head) }));
    element.append(line);
  }
  return element;
}

/**
 * @param {string} kind
 * @param {string} text
 */
function paragraph(kind, text) {
  return create('p', { className: kind, textContent: text, hidden: !text });
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} properties
 */
function create(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
