/**
 * What the page has to know about each element type.
 *
 * @typedef {object} ElementFacts
 * @property {number} size  bytes of an element
 * @property {number} label  characters of a label, at most. Those of 64 bits are as short as others: i64 is NumPy's own type.
 * @property {number} width  CSS pixels of a cell with a value
 * @property {number} hexWidth  the same, of digits of 4 bits each
 */

/** @type {Record<string, ElementFacts>} */
export const ELEMENT_TYPES = {
  u8: { size: 1, label: 3, width: 27, hexWidth: 27 },
  i8: { size: 1, label: 4, width: 32, hexWidth: 27 },
  i16: { size: 2, label: 6, width: 45, hexWidth: 40 },
  i32: { size: 4, label: 11, width: 76, hexWidth: 66 },
  f32: { size: 4, label: 12, width: 72, hexWidth: 66 },
  f64: { size: 8, label: 20, width: 72, hexWidth: 120 },
  bool: { size: 1, label: 3, width: 27, hexWidth: 27 },
  u16: { size: 2, label: 5, width: 45, hexWidth: 40 },
  u32: { size: 4, label: 10, width: 76, hexWidth: 66 },
  i64: { size: 8, label: 11, width: 136, hexWidth: 120 },
  u64: { size: 8, label: 11, width: 136, hexWidth: 120 },
  f16: { size: 2, label: 12, width: 72, hexWidth: 40 },
  bf16: { size: 2, label: 12, width: 72, hexWidth: 40 },
};
