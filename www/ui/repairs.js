/** The likely causes of a file's wrong length, each with buttons that read the file in a layout that fits. */

import { late } from '../text/late.js';
import { intend } from './intent.js';
import { note, quietButton } from './note.js';

/**
 * @import { Fault, Status, Suggestion } from '../engine/protocol.js'
 * @import { Dataset } from '../state/index.js'
 * @import { Intent } from './intent.js'
 */

/**
 * Whether one of these says that a file is shorter or longer than its layout.
 * @param {Pick<Fault, 'name'>[]} faults
 */
export function hasWrongLength(faults) {
  return faults.some(({ name }) => name === 'Truncated' || name === 'Trailing');
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
      if (status && key === `file:${dataset[slot]}`)
        return byFault(status).map(([fault, layouts]) => {
          const { text, answers } = late.layouts.question(fault, slot, status, layouts);
          /** @type {[string, Intent][]} */
          const intents = layouts.map((layout, index) => [
            answers[index],
            { type: 'layout', slot, layout: layout.text },
          ]);
          if (fault === 'Another')
            intents.unshift([late.notes.openSeparately, { type: 'separate', slot, layout: layouts[0].text }]);
          const paragraph = note(text, []);
          for (const [name, intent] of intents) paragraph.append(' ', repairButton(name, dataset.id, intent));
          return paragraph;
        });
    }
  return [];
}

/**
 * @param {string} name
 * @param {number} dataset  which may not be in view
 * @param {Intent} intent
 */
function repairButton(name, dataset, intent) {
  return quietButton(name, (button) => {
    intend(button, { type: 'show-dataset', dataset });
    intend(button, intent);
    // The alert goes, and the button with the focus with it.
    intend(button, { type: 'focus-dataset' });
  });
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
