/** What the thread of a space and the one that asks it say to each other. */
import type { SearchSettings } from '../query/plan.ts';
import type { WritableSpace } from '../questions.ts';
import type { SharedFlag } from './shared-signal.ts';

export interface StartSettings {
  directory: string;
  settings: Partial<SearchSettings>;
}

export interface Request {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
  /** Raised when nobody waits for the answer any more. */
  withdrawn: SharedFlag;
}

export type Answer =
  | { number: number; result: unknown }
  /** `code` is that of a `QuestionError` or a `StorageError`. */
  | { number: number; error: { code?: string; message: string; stack?: string } }
  | { warning: string };
