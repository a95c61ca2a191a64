/** What crosses between the page and the worker: what the core says (src/wasm.rs), and how the worker wraps it. */

import type { Fault, PageReply, Status } from '../pkg/idxlens.js';

export type { Candidate, Counts, Fault, PageRequest, Pair, Slot, Status } from '../pkg/idxlens.js';
export type Page = PageReply;

export interface Statuses {
  images: Status | null;
  labels: Status | null;
}

export interface Inspection {
  status: Status;
  /** The first 16 bytes, in hexadecimal. */
  head: string;
}

export type Reply =
  | { id: number; result: unknown }
  | { id: number; error: Fault }
  | { event: 'status'; statuses: Statuses }
  | { event: 'failed'; error: Fault };
