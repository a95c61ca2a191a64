/**
 * Lets the user unfold the messages where there is room for the newest only: by their button, or by a click on their text.
 * They fold again when there is none left, so that the next one covers no item.
 * @param {HTMLElement} messages
 */
export function foldMessages(messages) {
  const button = /** @type {HTMLElement} */ (messages.querySelector('.unfold'));
  /** @param {boolean} unfolded */
  const unfold = (unfolded) => {
    messages.classList.toggle('unfolded', unfolded);
    button.ariaExpanded = String(unfolded);
    if (!unfolded) messages.scrollTop = 0;
  };
  messages.addEventListener('click', ({ target }) => {
    const pressed = /** @type {Element} */ (target).closest('button');
    if (pressed === button) unfold(button.ariaExpanded === 'false');
    else if (!pressed && button.checkVisibility()) unfold(true);
  });
  // Folded, most of what the keyboard reaches is out of sight.
  messages.addEventListener('focusin', ({ target }) => {
    if (target !== button && button.checkVisibility() && /** @type {Element} */ (target).matches(':focus-visible'))
      unfold(true);
  });
  new ResizeObserver(() => messages.clientHeight || unfold(false)).observe(messages);
}
