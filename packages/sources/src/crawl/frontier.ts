/** Frontier of a crawl: addresses to visit, each once, and the reasons why others are left out. */
import { likeness } from './address.ts';
import type { Discovered, Entry } from './page-state.ts';
import type { Scope } from './scope.ts';
import type { SitemapPage } from './sitemap.ts';
import type { FoundLink } from './visit.ts';

export interface FrontierLimits {
  maxDepth: number;
  maxAddresses: number;
  /** Of all addresses. */
  maxCharacters: number;
}

/** Addresses are visited in the order of their discovery; those that are similar to others come later. */
export class Frontier {
  readonly #scope: Scope;
  readonly #limits: FrontierLimits;
  readonly #addresses = new Set<string>();
  readonly #leftOut = new Map<string, string>();
  /** Likeness keys of known addresses without a visit. */
  readonly #similar = new Set<string>();
  /** Listed pages to which no visited page links. */
  readonly #unlinked = new Map<string, Entry>();
  #queue: Entry[] = [];
  #later: Entry[] = [];
  /** Index of the next entry in the queue, which keeps those that were visited. */
  #head = 0;
  #characters = 0;
  #overflow = 0;

  constructor(scope: Scope, limits: FrontierLimits) {
    this.#scope = scope;
    this.#limits = limits;
  }

  /** Number of known addresses. */
  get size(): number {
    return this.#addresses.size;
  }

  has(address: string): boolean {
    return this.#addresses.has(address);
  }

  /** Adds the links of a page. Returns what is new. */
  addLinks(links: readonly FoundLink[], depth: number): Discovered {
    const found: Entry[] = [];
    const leftOut: [string, string][] = [];
    for (const link of links) {
      const { address } = link;
      const listed = this.#unlinked.get(address);
      if (listed) {
        this.#addLinked(listed);
        found.push(listed);
      }
      const before = this.#leftOut.get(address);
      if (this.has(address) || (before !== undefined && before !== 'nofollow')) continue;
      if (this.#isFull(address)) continue;
      const reason = this.#reject(link, depth);
      if (reason === undefined) {
        const entry = { address, depth, hops: 0 };
        this.#add(entry);
        found.push(entry);
      } else if (before !== reason) {
        this.#leaveOut(address, reason);
        leftOut.push([address, reason]);
      }
    }
    return { found, leftOut };
  }

  /** Pages are visited after those to which others link, so that copies of a page do not replace it; the first is visited first. */
  addUnlinked(addresses: readonly string[]): void {
    for (const [index, address] of addresses.entries()) {
      if (this.has(address)) continue;
      const reason = this.#scope.reject(address);
      if (reason !== undefined) this.#leaveOut(address, reason);
      else if (index === 0) this.#add({ address, depth: 0, hops: 0 });
      else {
        this.mark(address);
        this.#unlinked.set(address, { address, depth: 0, hops: 0 });
      }
    }
  }

  /** Adds the pages of a sitemap. Returns what is new. */
  addListed(pages: readonly SitemapPage[]): Discovered {
    const found: Entry[] = [];
    for (const { address, lastmod } of pages) {
      if (this.has(address) || this.#leftOut.has(address) || this.#isFull(address)) continue;
      const reason = this.#scope.reject(address);
      if (reason !== undefined) this.#leaveOut(address, reason);
      else {
        const entry = { address, depth: 0, hops: 0, lastmod };
        this.#add(entry);
        found.push(entry);
      }
    }
    return { found };
  }

  /** Adds an address even if a similar one is known, such as the target of a redirection. */
  addExact(entry: Entry): Discovered {
    if (this.has(entry.address)) return {};
    this.mark(entry.address);
    this.#queue.push(entry);
    return { found: [entry] };
  }

  /** Queues a known address. */
  addAgain(entry: Entry): void {
    this.#queue.push(entry);
  }

  /** Repeats what an interrupted run found. */
  restore({ found = [], leftOut = [] }: Discovered): void {
    for (const entry of found) {
      if (this.#unlinked.has(entry.address)) this.#addLinked(entry);
      else if (entry.hops > 0) this.addExact(entry);
      else if (!this.has(entry.address)) this.#add(entry);
    }
    for (const [address, reason] of leftOut) this.#leaveOut(address, reason);
  }

  /** Makes an address known. Returns whether to visit it after others: it names a visit, or a similar address is known. */
  mark(address: string): boolean {
    this.#addresses.add(address);
    this.#characters += address.length;
    const { key, hasVisit } = likeness(address);
    const isLater = hasVisit || this.#similar.has(key);
    if (!hasVisit) this.#similar.add(key);
    return isLater;
  }

  shift(): Entry | undefined {
    const entry = this.#queue[this.#head];
    if (entry) this.#head += 1;
    return entry;
  }

  /** Queues the listed pages without links, and then the addresses that are similar to others. Returns false if it queued none. */
  queueLater(): boolean {
    const hasUnlinked = this.#unlinked.size > 0;
    const later = hasUnlinked ? [...this.#unlinked.values()] : this.#later;
    if (hasUnlinked) this.#unlinked.clear();
    else this.#later = [];
    this.#queue = this.#queue.concat(later);
    return later.length > 0;
  }

  /** Forgets why an address was left out, because it is visited after all. */
  include(address: string): void {
    this.#leftOut.delete(address);
  }

  /** Addresses that are not visited, with the reasons. */
  *leftOut(): Iterable<[address: string, reason: string]> {
    for (const [address, reason] of this.#leftOut) {
      if (this.has(address)) continue;
      yield [address, reason || `too many addresses: this and ${this.#overflow - 1} others are left out`];
    }
  }

  #addLinked(entry: Entry): void {
    this.#unlinked.delete(entry.address);
    this.#queue.push(entry);
  }

  #add(entry: Entry): void {
    (this.mark(entry.address) ? this.#later : this.#queue).push(entry);
  }

  #leaveOut(address: string, reason: string): void {
    this.#leftOut.set(address, reason);
    this.#characters += address.length;
  }

  #isFull(address: string): boolean {
    const { maxAddresses, maxCharacters } = this.#limits;
    const isRoomLeft = this.#addresses.size + this.#leftOut.size < maxAddresses;
    if (isRoomLeft && this.#characters < maxCharacters) return false;
    this.#overflow += 1;
    // One of them stands for all.
    if (this.#overflow === 1) this.#leaveOut(address, '');
    return true;
  }

  #reject({ address, nofollow, overflow }: FoundLink, depth: number): string | undefined {
    const reason = overflow ?? this.#scope.reject(address);
    if (reason !== undefined) return reason;
    if (nofollow) return 'nofollow';
    const { maxDepth } = this.#limits;
    return depth > maxDepth ? `more than ${maxDepth} links from a start address` : undefined;
  }
}
