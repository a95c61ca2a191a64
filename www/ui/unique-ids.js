/** Attributes that hold an id or refer to one. */
const ATTRIBUTES = ['id', 'list', 'aria-describedby', 'aria-labelledby'];

let instances = 0;

/**
 * Makes the ids and the radio groups in a copy of some markup its own: other copies may stand in the same document.
 * @param {DocumentFragment} content
 */
export function makeUnique(content) {
  const suffix = `-${++instances}`;
  for (const attribute of ATTRIBUTES) {
    for (const element of content.querySelectorAll(`[${attribute}]`))
      element.setAttribute(attribute, element.getAttribute(attribute) + suffix);
  }
  for (const radio of content.querySelectorAll('[type=radio]'))
    radio.setAttribute('name', radio.getAttribute('name') + suffix);
}
