/** The types that cross between the page and the worker: the core's (src/wasm), and the worker's own. */

import type { Cell } from '../pkg/convert.js';
import type {
  Checksum,
  Fault as CoreFault,
  JobKind,
  Layout,
  PageReply,
  PageRequest,
  Slot,
  Status,
} from '../pkg/idxlens.js';
import type { DecisionStatus } from '../state/decisions.js';
import type { ListPart } from '../text/decision-list.js';
import type { KINDS } from './jobs.js';
import type { Member } from './members.js';

export type {
  Candidate,
  CheckResult,
  Checksum,
  Counts,
  ElementType,
  FigureTable,
  HeaderPart,
  JobKind,
  Labelling,
  LabelSource,
  Layout,
  OwnHeader,
  PageRequest,
  Pair,
  Palette,
  Query,
  Slot,
  Statistics,
  Status,
  Suggestion,
  Values,
  View,
} from '../pkg/idxlens.js';
export type { Methods } from './worker.js';

/** The requests of the worker's jobs, their results, and their reports until then. */
export type JobRequests = { [K in JobKind]: Parameters<(typeof KINDS)[K]['start']>[1] };
export type JobResults = { [K in JobKind]: ReturnType<(typeof KINDS)[K]['result']> };
export type JobReports = { [K in JobKind]: ReturnType<(typeof KINDS)[K]['report']> };

export type Page = PageReply;
/** A problem with a file. */
export type Fault = Omit<CoreFault, 'message'> & {
  /** What the core or the browser says, for "Details"; absent where the texts say everything. */
  message?: string;
  /** The place in a file of predictions, from 1. */
  row?: number;
  inRow?: number;
  /** The size of the pictures of a folder that are opened, and the first that is left out. */
  pictures?: { width: number; height: number; first: string };
  /** A picture that can be cut, and the likely cells. */
  sheet?: { width: number; height: number; cells: Cell[] };
  /** Where the label of a table is read. */
  labelColumn?: LabelColumnUse;
  /** Whether the browser has what the core needs, which did not start. */
  supported?: boolean;
  /** Bytes of a file that was refused. */
  size?: number;
  /** The layout that the user chose. */
  chosen?: Layout;
  /** The object that a pickle asks for. */
  global?: string;
  /** A column of a Parquet or Arrow file (errors of WebKit have a `column` of their own), and several of them, listed. */
  columnName?: string;
  /** Where a file was read when the fault was found. */
  readAt?: number;
  /** Whether it is about one of several shards, without which the dataset opens. */
  isPart?: boolean;
  columns?: string;
  /** The files in an archive that holds no data, or the tables that name pictures. */
  names?: string[];
  /** How many files came out of a damaged one. */
  opened?: number;
  /** The host whose answer failed. */
  host?: string;
  /** The line of a list of decisions, or the entry of a list of items, that is wrong, and what is found in it: text where it
   * cannot be read. */
  list?: { line: number } & (
    | { part: ListPart; found: string }
    | { text: string }
    | { item: number; found: number; expected: number }
  );
  /** The dataset that a list belongs to by its name, and the one that it was dropped on. */
  belongs?: { to: string; not: string };
  /** How many decisions a list made. */
  made?: { [status in DecisionStatus]: number };
  /** The fingerprints that a link means, and that the file has. */
  prints?: [string, string];
};
/** Where the label of a table is read. */
export interface LabelColumnUse {
  /** How many columns there are. */
  count: number;
  /** The one with the label, from 1, or 0 if none has it. */
  at: number;
  /** How many columns are for a class each; 0 if one has the label. */
  oneHot: number;
  /** The columns that can be chosen, with their names, which may be empty; column 0 for none of them. None where there are many. */
  choices: [number, string][];
  isChosen: boolean;
  /** What the user chose and cannot have: a column, or 0 for none. */
  refused: number | null;
  /** Where another can be chosen: in the alert, in the list of the labels' columns, or only in the file. */
  chosenAt: 'alert' | 'labels' | 'file';
}
/** How values become colours. */
export type Colours = Pick<PageRequest, 'background' | 'foreground' | 'palette' | 'inverted' | 'limits'>;

/** A page on its way: an ImageData would be copied, even if its bytes are handed over. */
export type PlainPage = Omit<Page, 'image'> & { image: Pick<ImageData, 'data' | 'width' | 'height'> | null };

/** A file on a web server. */
export interface Remote {
  /** Absolute. */
  url: string;
  name: string;
  size: number | null;
  /** Changes with the file: its ETag, else its Last-Modified. */
  etag: string | null;
  /** Whether the server gives parts of it. */
  ranges: boolean;
  /** For a file in an archive: its place there, the bytes before and after it, and the archive's size. */
  member?: Pick<Member, 'offset' | 'length' | 'head' | 'tail'> & { total: number | null };
}

/** Where a file's bytes come from. */
export type Place = File | Remote;

export interface Statuses {
  images: Status | null;
  labels: Status | null;
  /** Grows with every change of the two. */
  version: number;
}

export interface Inspection {
  status: Status;
  /** The first 16 bytes. */
  head: number[];
  /** Of a gzip file, or of a small file of labels; from a host, of labels alone. */
  checksum: Checksum | undefined;
}

export type EngineEvent =
  | { event: 'status'; statuses: Omit<Statuses, 'version'> }
  | { event: 'job'; kind: JobKind; progress: number; report: JobReports[JobKind] }
  | { event: 'fault'; slot: Slot; error: Fault; ended: boolean }
  | { event: 'failed'; error: Fault };

declare global {
  interface ReadableStreamBYOBReader {
    /** With the number of elements that are read at least, which TypeScript does not know yet. */
    read<T extends ArrayBufferView>(view: T, options: { min: number }): Promise<ReadableStreamReadResult<T>>;
  }
}
