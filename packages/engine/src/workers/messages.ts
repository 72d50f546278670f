/** Messages between a search space worker and its client. */

import type { MessagePort } from 'node:worker_threads';
import type { QueryOptions } from '@semantic-search/query';
import type { EmbeddingSettings, WritableSpace } from '../writable-space.ts';
import type { SharedFlag } from './shared-abort-signal.ts';

/** A search space to open. */
export interface SpaceLocation {
  directory: string;
  settings: Partial<QueryOptions>;
  embeddings?: EmbeddingSettings;
}

/** Tells a worker to host a space, whose requests arrive at the port. */
export interface Assignment {
  location: SpaceLocation;
  port: MessagePort;
}

export interface WorkerRequest {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
  /** Set when the client has cancelled the request. */
  cancelFlag: SharedFlag;
}

/** A serialized error. `code` is that of a `QueryError`, `StorageError` or system error, `path` that of a `QueryError`. */
export interface SerializedError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  path?: string;
}

export type WorkerResponse =
  | { number: number; result: unknown }
  | { number: number; error: SerializedError }
  | { warning: string };
