/**
 * Keeps messages in the order in which they come, whatever part of the page each belongs to: one that comes moves none of
 * those that are there.
 * @param {HTMLElement} messages
 */
export function keepArrivalOrder(messages) {
  let arrivals = 0;
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, oldValue, target } of changes)
      for (const node of [...addedNodes, ...(oldValue === null ? [] : [target])])
        if (node instanceof HTMLElement && !node.hidden && node.localName !== 'button')
          node.style.setProperty('--arrival', String(++arrivals));
  });
  const options = { subtree: true, childList: true, attributeFilter: ['hidden'], attributeOldValue: true };
  observer.observe(messages, options);
}
