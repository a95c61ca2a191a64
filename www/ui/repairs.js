/** The likely causes of a file's wrong length, each with buttons that read the file in a layout that fits. */

import { late } from '../text/late.js';
import { readings } from '../text/readings.js';
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
  const found = fileOf(key, datasets);
  return found ? byFault(found.status).map(([fault, layouts]) => repair(found, fault, layouts)) : [];
}

/**
 * What happened to a file that was handled as text, as the explanation of its wrong length; null if it was not.
 * @param {string} key  of its alert
 * @param {Dataset[]} datasets
 */
export function textDamage(key, datasets) {
  const damage = fileOf(key, datasets)?.status.textDamage;
  if (!damage) return null;
  const [what, why, advice] = late.layouts.textDamage[damage];
  return { what, why, advice };
}

/**
 * The file that an alert is about, in the dataset that it belongs to.
 * @param {string} key  of the alert
 * @param {Dataset[]} datasets
 */
function fileOf(key, datasets) {
  for (const dataset of datasets)
    for (const slot of /** @type {const} */ (['images', 'labels'])) {
      const status = dataset.statuses[slot];
      if (status && key === `file:${dataset[slot]}`) return { id: dataset.id, slot, status };
    }
  return null;
}

/**
 * The ways in which a refused file can be read all the same, each with a button.
 * @param {string} alert  its key
 * @param {string} file
 * @param {Fault[]} faults
 * @param {number[]} head  the first bytes of the file
 */
export function readAnyway(alert, file, [{ name, size = 0 }], head) {
  const found = alert.startsWith('refused:') ? readings({ name, size, head, areLabels: /label/i.test(file) }) : [];
  if (!found.length) return [];
  const paragraph = note(late.layouts.fitting, []);
  for (const reading of found) {
    const button = quietButton(late.layouts.reading(reading), () =>
      intend(button, { type: 'read-refused', alert, layout: reading.layout }),
    );
    button.className = 'repair';
    paragraph.append(' ', button);
  }
  return [paragraph];
}

/**
 * A likely cause, with a button for each layout that would be right.
 * @param {{ id: number, slot: Slot, status: Status }} file  in the dataset of this id
 * @param {Suggestion['fault']} fault
 * @param {Layout[]} layouts
 */
function repair({ id: dataset, slot, status }, fault, layouts) {
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
    offer(answers[index], [{ type: 'layout', slot, layout: layout.text }]);
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
