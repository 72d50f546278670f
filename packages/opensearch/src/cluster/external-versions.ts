/**
 * Clock for external versions, which order the writes of a document by their start time.
 *
 * An abandoned request may arrive after a newer write. It has the lower version and is rejected.
 */
import { randomInt } from 'node:crypto';

export interface VersionClock {
  /** Version of a write that starts now; strictly increasing. */
  next(): number;
  /** True if the version comes from a clock ahead of this one, so that a write now would be rejected as older. */
  isAhead(version: number): boolean;
  /** Later versions of this clock are greater than the given one. */
  observe(version: number): void;
}

/** A random step distinguishes writes of two processes in one millisecond; versions stay below 2⁵³. */
const STEPS_PER_MS = 1024;

export function versionClock(now: () => number = Date.now): VersionClock {
  let last = 0;
  return {
    next() {
      last = Math.max(last + 1, now() * STEPS_PER_MS + randomInt(STEPS_PER_MS));
      return last;
    },
    isAhead: (version) => version > Math.max(last, (now() + 1) * STEPS_PER_MS),
    observe(version) {
      last = Math.max(last, version);
    },
  };
}
