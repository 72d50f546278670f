/** Messages between a search space worker and its client. */

import type { MessagePort } from 'node:worker_threads';
import type { QueryOptions } from '@semantic-search/query';
import type { EmbeddingSettings, WritableSpace } from '../writable-space.ts';
import type { SerializedError } from './serialized-error.ts';
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

export type WorkerResponse =
  | { number: number; result: unknown }
  | { number: number; error: SerializedError }
  | { warning: string };
