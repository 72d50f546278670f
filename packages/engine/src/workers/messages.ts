/** What the thread of a space and the one that asks it say to each other. */

import type { WritableSpace } from '../api.ts';
import type { QueryOptions } from '../query/query-plan.ts';
import type { SharedFlag } from './shared-abort-signal.ts';

export interface WorkerOptions {
  directory: string;
  settings: Partial<QueryOptions>;
}

export interface WorkerRequest {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
  /** Raised when nobody waits for the answer any more. */
  cancelFlag: SharedFlag;
}

/** An error without its class. `code` is that of a `QuestionError`, a `StorageError`, or the system. */
export interface SerializedError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
}

export type WorkerResponse =
  | { number: number; result: unknown }
  | { number: number; error: SerializedError }
  | { warning: string };
