/** The jobs of one dataset, as the page sees them: the newest of each kind, and its progress. */

/**
 * @import { Event } from '../state/index.js'
 * @import { Dataset } from './dataset.js'
 * @import { JobKind, JobReports, JobRequests } from './protocol.js'
 */

export class JobRunner {
  /** The newest job of each kind. @type {Partial<Record<JobKind, { progress: number }>>} */
  #jobs = {};
  #dataset;
  #dispatch;

  /**
   * @param {Dataset} dataset
   * @param {(event: Event) => void} dispatch
   */
  constructor(dataset, dispatch) {
    this.#dataset = dataset;
    this.#dispatch = dispatch;
  }

  /**
   * Runs a job over one of the files, and dispatches its progress. Null without an engine, if the job was cancelled, or
   * if another of its kind took its place.
   * @template {JobKind} K
   * @param {K} kind
   * @param {JobRequests[K]} request
   */
  async run(kind, request) {
    const job = { progress: 0 };
    this.#jobs[kind] = job;
    /**
     * @param {number | null} progress
     * @param {JobReports[JobKind]} [report]
     */
    const report = (progress, report) => {
      if (job !== this.#jobs[kind]) return;
      job.progress = progress ?? job.progress;
      this.#dispatch({ type: 'job', dataset: this.#dataset.id, kind, progress, report });
    };
    try {
      const result = await this.#dataset.engine?.run(kind, request, report);
      return job === this.#jobs[kind] ? (result ?? null) : null;
    } finally {
      report(null);
    }
  }

  /**
   * How much of the newest job of a kind is done, from 0 to 1.
   * @param {JobKind} kind
   */
  progress(kind) {
    return this.#jobs[kind]?.progress ?? 0;
  }

  /**
   * Cancels a job, whose result is not needed any more.
   * @param {JobKind} kind
   */
  cancel(kind) {
    delete this.#jobs[kind];
    this.#dispatch({ type: 'job', dataset: this.#dataset.id, kind, progress: null });
    this.#dataset.engine?.call('cancel', kind).catch(() => {});
  }
}
