/** What the thread of a space and the one that asks it say to each other. */

import type { WritableSpace } from '../api.ts';
import type { QueryOptions } from '../query/query-plan.ts';
import type { SharedFlag } from './shared-abort-signal.ts';

export interface StartSettings {
  directory: string;
  settings: Partial<QueryOptions>;
}

export interface Request {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
  /** Raised when nobody waits for the answer any more. */
  withdrawn: SharedFlag;
}

/** An error without its class. `code` is that of a `QuestionError`, a `StorageError`, or the system. */
export interface Described {
  name: string;
  message: string;
  stack?: string;
  code?: string;
}

export type Answer =
  | { number: number; result: unknown }
  | { number: number; error: Described }
  | { warning: string };
