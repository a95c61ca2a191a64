// Joins modules with Rolldown: `node bundle.mjs FOLDER OPTIONS`, where OPTIONS is JSON of `Options` in bundle.rs.

import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

const [folder, options] = process.argv.slice(2);
const { entries, ...groups } = JSON.parse(options);

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((path) => [path.replace(/\.js$/, ''), path])),
  external: /\/pkg\//,
});
await bundle.write({
  dir: folder,
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[hash].js',
  codeSplitting: {
    // A module is in the first group that has it, with all that it imports.
    groups: Object.entries(groups).map(([name, paths], at, all) => {
      const together = new Set(paths.map((path) => resolve(path)));
      return { name, test: (path) => together.has(path), priority: all.length - at };
    }),
  },
});
