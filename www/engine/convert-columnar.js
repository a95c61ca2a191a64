/** Parquet and Arrow files, made into two files: one of images and one of labels. */

import { Columnar, labelsFile } from '../pkg/convert.js';
import { BlockSource } from './block-source.js';
// It starts the core of conversions.
import { addClasses, converting, outputs, sizeOf } from './convert.js';
import { pictures } from './convert-pictures.js';
import { Parts } from './parts.js';
import { isPicture, START } from './picture-type.js';
import { timeOf } from './source.js';

/**
 * @import { UsedColumns } from '../pkg/convert.js'
 * @import { Conversion } from './convert.js'
 * @import { Made } from './convert-pictures.js'
 * @import { TableOptions } from './convert-tables.js'
 * @import { Place } from './protocol.js'
 *
 * @typedef {object} Extracted
 * @property {File | null} images
 * @property {File | null} labels
 * @property {File} [text]  the rows in CSV, in place of these two: they are labels or predictions
 * @property {UsedColumns} columns
 * @property {{ made: Made, count: number } | null} pictures  what became of the pictures, if images are pictures
 * @property {string | null} [names]  of the pictures that images were made of, each in a line
 * @property {number} [pixels]  bytes of each image, if images were made of bare bytes
 */

const NONE = new Uint8Array();

/** Pictures come out of their columns in this share of the time, and are decoded in the rest. */
const EXTRACTING = 0.15;

/**
 * The images and the labels in a Parquet or Arrow file. Pictures come out first, and are decoded then, unless they are bare pixels.
 * @param {Place} file
 * @param {TableOptions} options
 * @returns {Conversion<Extracted>}
 */
export async function* columnar(file, options) {
  const [{ name }, lastModified] = [file, timeOf(file)];
  const { parts, files, headers, isText, lengths, labels, names, ...rest } = yield* columnsOf(file, options);
  if (isText)
    return {
      ...rest,
      images: null,
      labels: null,
      pictures: null,
      text: new File(parts[0].all(), name, { lastModified }),
    };
  if (lengths) {
    // Some tables refer to files beside them.
    if (lengths.every((length) => length === 0))
      throw Object.assign(new Error('no pictures'), {
        name: options.isArrow ? 'ArrowPaths' : 'ParquetPaths',
        found: lengths.length,
      });
    const missing = [...lengths.keys()].filter((row) => !lengths[row]);
    const content = new Blob(parts[0].all());
    const [header] = headers;
    if (header && !isPicture(new Uint8Array(await content.slice(0, START).arrayBuffer()))) {
      const columns = labels ? labels.length / lengths.length : 0;
      // Of rows without bytes there is no image.
      const own = labels?.filter((_, at) => lengths[Math.floor(at / columns)] > 0);
      const labelled = own && labelsFile(own, columns);
      const made = {
        images: new File([/** @type {BlobPart} */ (header), content], name, { lastModified }),
        labels: labelled ? new File([/** @type {BlobPart} */ (labelled)], name, { lastModified }) : null,
      };
      return {
        ...rest,
        ...made,
        pictures: {
          made: { ...made, size: [0, 0], others: [], beyond: [], unreadable: [], missing },
          count: lengths.length,
        },
        names: namesBut(names, missing),
        pixels: lengths.find((length) => length > 0),
      };
    }
    const found = [];
    let offset = 0;
    for (const length of lengths) {
      found.push({ content, offset, length, frame: [NONE, NONE] });
      offset += length;
    }
    const decoding = pictures({ files: found, labels: labels && [...labels], lastModified });
    try {
      for (;;) {
        const { value, done } = await decoding.next();
        if (done)
          return {
            ...rest,
            images: value.images,
            labels: value.labels,
            pictures: {
              made: { ...value, unreadable: value.unreadable.filter((row) => lengths[row]), missing },
              count: found.length,
            },
            names: namesBut(names, [...value.others, ...value.unreadable, ...value.beyond]),
          };
        yield typeof value === 'number' ? afterColumns(value) : { ...value, share: afterColumns(value.share) };
      }
    } finally {
      // If that is cancelled, its memory is given back.
      await decoding.return(/** @type {never} */ (undefined));
    }
  }
  return { ...rest, ...files, pictures: null };
}

/**
 * The names of all pictures but some, each in a line.
 * @param {string | null} names
 * @param {number[]} left  the rows of those
 */
function namesBut(names, left) {
  if (names === null || !left.length) return names;
  const rows = new Set(left);
  const lines = names.split('\n').slice(0, -1);
  return lines.flatMap((name, row) => (rows.has(row) ? [] : [`${name}\n`])).join('');
}

/** @param {number} share  of the pictures that are decoded */
function afterColumns(share) {
  return EXTRACTING + (1 - EXTRACTING) * share;
}

/**
 * The output of the columns.
 * @param {Place} file
 * @param {TableOptions} options
 */
function columnsOf(file, { isArrow = false, known = [], isPredicted = false, labelled = [], sizes = [sizeOf(file)] }) {
  const [{ name }, lastModified] = [file, timeOf(file)];
  return converting(
    new Columnar(Float64Array.from(sizes), isArrow, isPredicted, Float64Array.from(labelled)),
    file,
    async function* (columns, source) {
      addClasses(columns, known);
      const parts = [new Parts(), new Parts()];
      /** The share of the time that the columns take, once something has come out of one. @type {number | null} */
      let columnsShare = null;
      const files = () => {
        const [images, labels] = columns.headers().map((header, slot) => {
          const whole = [/** @type {BlobPart} */ (header), ...parts[slot].all()];
          return header && new File(whole, name, { lastModified });
        });
        return { images, labels };
      };
      /** The column of predictions, whose dataset is known at the end. @type {string | null | undefined} */
      let predictions;
      // Pages and record batches that are small lie close together.
      for await (const _ of outputs(columns, new BlockSource(source), { into: parts })) {
        if (parts.some(({ length }) => length)) columnsShare ??= columns.pictures() ? EXTRACTING : 1;
        const share = (columnsShare ?? EXTRACTING) * columns.progress();
        const amount = columns.items();
        if (amount && predictions === undefined) ({ predictions } = columns.columns());
        yield amount && predictions === null ? { share, amount, files } : share;
      }
      return {
        parts,
        files: files(),
        headers: columns.headers(),
        isText: columns.isText(),
        lengths: columns.pictures(),
        labels: columns.pictureLabels() ?? null,
        names: columns.pictureNames() ?? null,
        columns: columns.columns(),
      };
    },
  );
}
