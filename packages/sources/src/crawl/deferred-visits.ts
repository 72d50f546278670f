/** Visits after all links: missing pages of the last run, and pages that wait for others. */
import type { Item, SourceState } from '../source.ts';
import type { ContentOwners } from './content-owners.ts';
import type { Entry, Frontier } from './frontier.ts';
import { pageState } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { VisitOutcomes, Waiting } from './visit-outcomes.ts';

export interface DeferredVisits {
  /** Decides about a page when the one that it waits for is settled. */
  wait(page: Waiting): void;
  /** Notes that an address leads to another one, by a redirection or as its canonical address. */
  follow(address: string, to: string): void;
  /** Leaves out a page without a visit. */
  leaveOut(entry: Entry, reason: string): void;
  /** Adds the next visits to the frontier. Returns false if there are none. */
  queue(): boolean;
  /** Items of pages that were decided without a visit. */
  decided(): readonly Item[];
}

interface Dependencies {
  previous: SourceState['previous'];
  /** Whether the run reads all pages. */
  full: boolean;
  frontier: Frontier;
  scope: Scope;
  owners: ContentOwners;
  drop: VisitOutcomes['drop'];
}

export function deferredVisits({
  previous,
  full,
  frontier,
  scope,
  owners,
  drop,
}: Dependencies): DeferredVisits {
  const decided: Item[] = [];
  const targets = new Map<string, string>();
  let waiting: Waiting[] = [];
  let hasPurged = false;

  /** Asks the pages of the last run again that no page of this one links to. */
  function purge(): void {
    hasPurged = true;
    for (const [address, state] of previous) {
      const { indexed, requested, depth } = pageState(state);
      if (frontier.has(address) || !(indexed || (requested && !full))) continue;
      const entry = { address, depth, hops: 0 };
      const spelled = frontier.known(address);
      const reason = spelled === undefined ? scope.reject(address) : `same page as ${spelled}`;
      if (reason === undefined) frontier.addExact(entry);
      else if (indexed) {
        frontier.mark(address);
        decided.push(...drop(entry, reason));
      }
    }
  }

  /** The address to which others lead in the end. */
  function destination(address: string): string {
    const passed = new Set([address]);
    for (let last = address; ; ) {
      const next = targets.get(last);
      if (owners.isIndexed(last) || next === undefined || passed.has(next)) return last;
      passed.add(next);
      last = next;
    }
  }

  /** Decides the pages that waited: what they waited for is settled. */
  function decide(): void {
    const undecided = waiting;
    waiting = [];
    for (const { entry, on, reason, discovered } of undecided) {
      if (owners.isIndexed(destination(on))) decided.push(...drop(entry, reason, discovered));
      else frontier.again({ ...entry, final: true });
    }
  }

  return {
    wait: (page) => void waiting.push(page),
    follow: (address, to) => void targets.set(address, to),
    leaveOut: (entry, reason) => void decided.push(...drop(entry, reason)),
    queue() {
      if (frontier.queueSimilar()) return true;
      if (!hasPurged) purge();
      else if (waiting.length > 0) decide();
      else return false;
      return true;
    },
    decided: () => decided,
  };
}
