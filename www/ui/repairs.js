/** The likely causes of a file's wrong length, each with buttons that read the file in a layout that fits. */

import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/**
 * @import { Fault, Layout, Slot, Status, Suggestion } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Intent } from './intent.js'
 */

/**
 * Whether one of these says that a file is shorter or longer than its layout.
 * @param {Pick<Fault, 'name'>[]} faults
 */
export function hasWrongLength(faults) {
  return faults.some(({ name }) => ['Truncated', 'Trailing', 'Excess'].includes(name));
}

/**
 * The repairs for the alert about a file.
 * @param {string} key  of the alert
 * @param {Dataset[]} datasets
 */
export function repairs(key, datasets) {
  for (const dataset of datasets)
    for (const slot of /** @type {const} */ (['images', 'labels'])) {
      const status = dataset.statuses[slot];
      if (!status || key !== `file:${dataset[slot]}`) continue;
      if (status.isTextMode) return [note(late.layouts.textMode, [])];
      return byFault(status).map(([fault, layouts]) => repair(dataset.id, slot, status, fault, layouts));
    }
  return [];
}

/**
 * A likely cause, with a button for each layout that would be right.
 * @param {number} dataset
 * @param {Slot} slot
 * @param {Status} status
 * @param {Suggestion['fault']} fault
 * @param {Layout[]} layouts
 */
function repair(dataset, slot, status, fault, layouts) {
  const { text, answers } = late.layouts.question(fault, slot, status, layouts);
  const paragraph = note(text, []);
  /** @param {string} name @param {Intent[]} intents */
  const offer = (name, intents) => {
    const button = quietButton(name, () => {
      // Another dataset may be in view. The alert goes, and the button with the focus with it.
      for (const intent of [{ type: 'show-dataset', dataset }, ...intents, { type: 'focus-dataset' }])
        intend(button, /** @type {Intent} */ (intent));
    });
    button.className = 'repair';
    paragraph.append(' ', button);
  };
  if (fault === 'Another') offer(late.notes.openSeparately, [{ type: 'separate', slot, layout: layouts[0].text }]);
  layouts.forEach((layout, index) => {
    /** @type {Intent[]} */
    const intents = [{ type: 'layout', slot, layout: layout.text }];
    // Of the two parts of an integer, the last one has its value, or the first one if it is little-endian.
    const part = layout.littleEndian ? 0 : 1;
    if (fault === 'Int64' && slot === 'labels') intents.push({ type: 'label', choice: { column: part } });
    else if (fault === 'Int64') intents.push({ type: 'axes', axes: `r,c,${part}` });
    offer(answers[index], intents);
  });
  return paragraph;
}

/**
 * The faults of a header that its values suggest, each with the layouts that would be right.
 * @param {Status} status
 */
export function byFault({ suggestions }) {
  /** @type {Map<Suggestion['fault'], Suggestion['layout'][]>} */
  const layouts = new Map();
  for (const { fault, layout } of suggestions) layouts.set(fault, [...(layouts.get(fault) ?? []), layout]);
  return [...layouts];
}
