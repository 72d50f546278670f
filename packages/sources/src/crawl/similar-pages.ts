/** Similar addresses: which differences between addresses matter on a host, as its pages show. */
import { likeness } from './address.ts';

/** Pairs of equal pages that differ in one way, after which the difference counts as meaningless. */
const MIN_EQUAL_PAIRS = 3;

interface Group {
  /** Whether an address without a visit is known. */
  isKnown: boolean;
  page?: { address: string; contentHash: string | undefined };
}

export class SimilarPages {
  readonly #groups = new Map<string, Group>();
  /** Number of equal pairs by host and kind of difference; negative once two pages differed. */
  readonly #evidence = new Map<string, number>();

  /** Whether to visit the address after others: it names a visit, or a similar address is known. */
  note(address: string): boolean {
    const { key, hasVisit } = likeness(address);
    const group = this.#group(key);
    const isLater = hasVisit || group.isKnown;
    group.isKnown ||= !hasVisit;
    return isLater;
  }

  /** Notes the page of an address. */
  notePage(address: string, contentHash: string | undefined): void {
    const group = this.#group(likeness(address).key);
    group.page ??= { address, contentHash };
    const { page } = group;
    if (page.address === address) return;
    if (page.contentHash === contentHash) this.noteTarget(page.address, address);
    else for (const kind of differences(page.address, address)) this.#evidence.set(kind, -1);
  }

  /** Notes that an address leads to another one. */
  noteTarget(address: string, target: string): void {
    if (likeness(address).key !== likeness(target).key) return;
    for (const kind of differences(address, target)) {
      const pairs = this.#evidence.get(kind) ?? 0;
      this.#evidence.set(kind, pairs < 0 ? -1 : pairs + 1);
    }
  }

  /** Similar page from which only differences distinguish the address that never mattered so far. */
  pageLike(address: string): string | undefined {
    const page = this.#groups.get(likeness(address).key)?.page;
    if (page === undefined || page.address === address) return undefined;
    const isMeaningless = (kind: string) => (this.#evidence.get(kind) ?? 0) >= MIN_EQUAL_PAIRS;
    return differences(page.address, address).every(isMeaningless) ? page.address : undefined;
  }

  #group(key: string): Group {
    const group = this.#groups.get(key) ?? { isKnown: false };
    this.#groups.set(key, group);
    return group;
  }
}

/** Kinds of the differences, with the host on which they matter or not. */
function differences(one: string, other: string): string[] {
  const [first, second] = [likeness(one).details, likeness(other).details];
  const kinds = new Set([...first.keys(), ...second.keys()]);
  const { host } = new URL(one);
  return [...kinds].filter((kind) => first.get(kind) !== second.get(kind)).map((kind) => `${host} ${kind}`);
}
