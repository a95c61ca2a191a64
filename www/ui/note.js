import { intend } from './intent.js';

/** @import { Intent } from './intent.js' */

/**
 * A note about the file on screen, with buttons that change how it is shown.
 * @param {string} message
 * @param {[name: string, intent: Intent][]} buttons
 */
export function note(message, buttons) {
  const paragraph = document.createElement('p');
  paragraph.append(message);
  for (const [name, intent] of buttons)
    paragraph.append(
      ' ',
      quietButton(name, (button) => intend(button, intent)),
    );
  return paragraph;
}

/**
 * @param {string} name
 * @param {(button: HTMLElement) => void} press
 */
export function quietButton(name, press) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet',
    textContent: name,
  });
  button.addEventListener('click', () => press(button));
  return button;
}
