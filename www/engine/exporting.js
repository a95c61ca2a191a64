/** Exports, for the worker: one at a time. Few visits export, so the code that does is loaded when one does. */

/**
 * @import { Exporter } from './export.js'
 * @import { ExportRequest } from './export-plan.js'
 * @import { Loader } from './loader.js'
 */

/** The export under way. @type {Exporter | null} */
let exporter = null;

/**
 * What the page can ask for.
 * @param {Promise<Loader>} ready
 */
export const exportMethods = (ready) => ({
  /** What can be exported of the files. */
  async exportable() {
    const { exportable } = await import('./export-plan.js');
    return exportable(await ready);
  },

  /**
   * How many bytes an export has, and whether that is exact.
   * @param {ExportRequest} request
   */
  async exportSize(request) {
    const { exportSize } = await import('./export.js');
    return exportSize(await ready, request);
  },

  /**
   * Begins an export, in place of the last one, into a file on the disk or else into a blob.
   * @param {ExportRequest} request
   * @param {FileSystemFileHandle | null} handle
   */
  async beginExport(request, handle) {
    const { cancelEstimate, Exporter } = await import('./export.js');
    await Promise.all([cancelEstimate(), cancel()]);
    exporter = new Exporter(await ready, request, async () => handle?.createWritable());
  },

  /** Exports some more items. Null without an export. */
  stepExport: async () => (await exporter?.step()) ?? null,

  cancelExport: cancel,
});

async function cancel() {
  const ending = exporter;
  // At once: the next export may begin before this one has ended.
  exporter = null;
  await ending?.cancel();
}
