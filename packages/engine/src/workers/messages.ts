/** Messages between a search space worker and its client. */

import type { QueryOptions } from '@semantic-search/query';
import type { WritableSpace } from '../writable-space.ts';
import type { SharedFlag } from './shared-abort-signal.ts';

export interface WorkerOptions {
  directory: string;
  settings: Partial<QueryOptions>;
}

export interface WorkerRequest {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
  /** Set when the client has cancelled the request. */
  cancelFlag: SharedFlag;
}

/** A serialized error. `code` is that of a `QueryError`, `StorageError` or system error. */
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
