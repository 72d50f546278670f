/** What the thread of a space and the one that asks it say to each other. */
import type { SearchSettings } from '../query/plan.ts';
import type { WritableSpace } from '../questions.ts';

export interface StartSettings {
  directory: string;
  settings: Partial<SearchSettings>;
}

export interface Request {
  number: number;
  method: keyof WritableSpace;
  args: unknown[];
}

/** Nobody waits for this answer any more. */
export interface Abort {
  number: number;
  abort: true;
}

export type Answer =
  | { number: number; result: unknown }
  /** `code` is that of a `QuestionError`. */
  | { number: number; error: { code?: string; message: string; stack?: string } }
  | { warning: string };
