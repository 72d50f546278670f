/** Availability of a site: a run ends if nothing responds, because pages may still exist. */
import type { VisitOutcome } from './visit.ts';

export interface SiteAvailability {
  expectStart(address: string): void;
  /** Notes a response of the interrupted run. */
  restore(address: string): void;
  /** Throws if no start address responded, or if the site does not respond any more. */
  check(address: string, visited: VisitOutcome): void;
}

/** Consecutive visits without a response, after which the run is given up. */
const MAX_UNREACHABLE = 20;

export function siteAvailability(): SiteAvailability {
  const startsLeft = new Set<string>();
  let unreachable = 0;
  let hasResponded = false;
  return {
    expectStart: (address) => void startsLeft.add(address),
    restore(address) {
      startsLeft.delete(address);
      hasResponded = true;
    },
    check(address, visited) {
      const hasFailed = visited.kind === 'failed';
      hasResponded ||= !hasFailed;
      unreachable = hasFailed && visited.unreachable ? unreachable + 1 : 0;
      const wasLastStart = startsLeft.delete(address) && startsLeft.size === 0;
      if (!hasFailed) return;
      if (wasLastStart && !hasResponded) throw new Error(`${address}: ${visited.reason}`);
      if (unreachable >= MAX_UNREACHABLE)
        throw new Error(`${new URL(address).host} does not respond any more: ${visited.reason}`);
    },
  };
}
