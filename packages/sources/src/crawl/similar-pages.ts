/** Similar addresses: which differences between addresses matter on a host, as its pages show. */
import { likeness } from './address.ts';

export interface SimilarPages {
  /** Whether to visit the address after others: it names a visit, or a similar address is known. */
  note(address: string): boolean;
  /** Notes the page of an address. */
  page(address: string, contentHash: string | undefined): void;
  /** Notes that an address leads to another one. */
  leadsTo(address: string, target: string): void;
  /** Similar page from which only differences distinguish the address that never mattered so far. */
  pageLike(address: string): string | undefined;
}

/** Pairs of equal pages that differ in one way, after which the difference counts as meaningless. */
const MIN_EQUAL_PAIRS = 3;

interface Group {
  /** Whether an address without a visit is known. */
  isKnown: boolean;
  page?: { address: string; contentHash: string | undefined };
}

export function similarPages(): SimilarPages {
  const groups = new Map<string, Group>();
  /** Number of equal pairs by host and kind of difference; negative once two pages differed. */
  const evidence = new Map<string, number>();

  function groupOf(key: string): Group {
    const group = groups.get(key) ?? { isKnown: false };
    groups.set(key, group);
    return group;
  }

  function differences(one: string, other: string): string[] {
    const [first, second] = [likeness(one).details, likeness(other).details];
    const kinds = new Set([...first.keys(), ...second.keys()]);
    const { host } = new URL(one);
    return [...kinds].filter((kind) => first.get(kind) !== second.get(kind)).map((kind) => `${host} ${kind}`);
  }

  function learn(one: string, other: string, isEqual: boolean): void {
    for (const kind of differences(one, other)) {
      const pairs = evidence.get(kind) ?? 0;
      evidence.set(kind, isEqual && pairs >= 0 ? pairs + 1 : -1);
    }
  }

  return {
    note(address) {
      const { key, hasVisit } = likeness(address);
      const group = groupOf(key);
      const isLater = hasVisit || group.isKnown;
      group.isKnown ||= !hasVisit;
      return isLater;
    },
    page(address, contentHash) {
      const group = groupOf(likeness(address).key);
      group.page ??= { address, contentHash };
      const { page } = group;
      if (page.address !== address) learn(page.address, address, page.contentHash === contentHash);
    },
    leadsTo(address, target) {
      if (likeness(address).key === likeness(target).key) learn(address, target, true);
    },
    pageLike(address) {
      const page = groups.get(likeness(address).key)?.page;
      if (page === undefined || page.address === address) return undefined;
      const isMeaningless = (kind: string) => (evidence.get(kind) ?? 0) >= MIN_EQUAL_PAIRS;
      return differences(page.address, address).every(isMeaningless) ? page.address : undefined;
    },
  };
}
