/**
 * Numbers that say which of two writes of a document is the newer one (external versions of the engine). A request that
 * was given up may still arrive when its document has been written anew: it has the lower number and is turned away.
 */
import { randomInt } from 'node:crypto';

export interface VersionClock {
  /** For a write that begins now: greater than all before. */
  next(): number;
  /** Whether this one was given by a clock that is ahead of this process's, so that what is written now would seem older. */
  isAhead(version: number): boolean;
  /** What is written from now on is newer than this. */
  saw(version: number): void;
}

/** Steps in a millisecond: writes of two processes in the same one differ, and a number stays below 2⁵³. */
const steps = 1024;

export function versionClock(now: () => number = Date.now): VersionClock {
  let last = 0;
  return {
    next() {
      last = Math.max(last + 1, now() * steps + randomInt(steps));
      return last;
    },
    isAhead: (version) => version > Math.max(last, (now() + 1) * steps),
    saw(version) {
      last = Math.max(last, version);
    },
  };
}
