// Joins modules with Rolldown: `node bundle.mjs FOLDER OPTIONS`, where OPTIONS is JSON of `Options` in bundle.rs.

import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

const [folder, options] = process.argv.slice(2);
const { entries, first } = JSON.parse(options);
const together = new Set(first.map((path) => resolve(path)));

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ''), path])),
  external: /\/pkg\//,
});
await bundle.write({
  dir: folder,
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[hash].js',
  codeSplitting: { groups: [{ name: 'first', test: (path) => together.has(path) }] },
});
