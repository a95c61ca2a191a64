/** The only makers of markup and of addresses of scripts, where the browser enforces Trusted Types. */

/**
 * @typedef {object} Maker  a TrustedTypePolicy
 * @property {(markup: string) => string} createHTML
 * @property {(address: string) => string} createScriptURL
 */

/** Neither is ever made from what a file, a name or a link says. @type {Maker} */
const rules = {
  createHTML: (markup) => markup,
  createScriptURL(address) {
    if (new URL(address).origin !== location.origin) throw new TypeError(`a script of another origin: ${address}`);
    return address;
  },
};

const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Maker): Maker } }} */ (
  /** @type {unknown} */ (globalThis)
);
const policy = trustedTypes?.createPolicy('idxlens', rules) ?? rules;

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Markup as it stands in the source. Values put into it become text, or parts of quoted attributes, never markup.
 * @param {TemplateStringsArray} source
 * @param {...(string | number)} values
 */
export const markup = (source, ...values) => policy.createHTML(String.raw(source, ...values.map(asText)));

/** @param {string | number} value */
function asText(value) {
  return String(value).replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

/**
 * The address of one of the page's own scripts.
 * @param {string} address
 */
export const script = (address) => policy.createScriptURL(address);
