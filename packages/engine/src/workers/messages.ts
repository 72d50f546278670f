/** Messages between a search space worker and its client. */

import type { MessagePort } from 'node:worker_threads';
import type { SpaceOptions } from '../search-space.ts';
import type { WritableSpace } from '../writable-space.ts';
import type { SerializedError } from './serialized-error.ts';
import type { SharedFlag } from './shared-abort-signal.ts';

/** A search space to open. */
export interface SpaceLocation {
  directory: string;
  options: ClonedOptions;
}

/** Options without functions, which messages cannot transfer. */
export type ClonedOptions = Pick<SpaceOptions, 'settings' | 'searchAttributes' | 'embeddings'>;

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
