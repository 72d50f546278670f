/** Frontier of a crawl: addresses to visit, each once, and the reasons for omitted addresses. */
import { MAX_ADDRESS_CHARACTERS, normalForm } from './address.ts';
import type { Discovered, Entry } from './page-state.ts';
import type { Scope } from './scope.ts';

/** An address on a page, or in a sitemap with the date of its last change. */
export type FoundLink = { address: string; nofollow?: boolean; lastmod?: string };

/** Addresses are visited in the order of discovery; addresses that are similar to others come later. */
export class Frontier {
  readonly #scope: Scope;
  readonly #maxDepth: number;
  /** Known addresses: visited, queued, or postponed. */
  readonly #addresses = new Set<string>();
  /** Reasons by address; the empty address stands for all addresses over the limit. */
  readonly #leftOut = new Map<string, string>();
  /** Normal forms of known addresses that name no visit of a person. */
  readonly #normalForms = new Set<string>();
  /** Listed pages to which no visited page links. */
  readonly #unlinked = new Map<string, Entry>();
  #discovered: Required<Discovered> = { found: [], leftOut: [] };
  #queue: Entry[] = [];
  /** Addresses that are similar to others. */
  #later: Entry[] = [];
  /** Index of the next entry in the queue. Removing the first entry of a long queue would take linear time. */
  #head = 0;
  #characters = 0;
  /** Number of addresses over the limit. */
  #overflow = 0;

  constructor(scope: Scope, maxDepth: number) {
    this.#scope = scope;
    this.#maxDepth = maxDepth;
  }

  get size(): number {
    return this.#addresses.size;
  }

  has(address: string): boolean {
    return this.#addresses.has(address);
  }

  /** Adds the links of a page, or the pages of a sitemap. */
  addLinks(links: Iterable<FoundLink>, depth: number): void {
    for (const link of links) {
      const { address, lastmod } = link;
      const listed = this.#unlinked.get(address);
      if (listed) this.#addFound(listed);
      const previousReason = this.#leftOut.get(address);
      if (this.has(address) || (previousReason !== undefined && previousReason !== 'nofollow')) continue;
      if (this.#isFull(address)) continue;
      const reason = this.#reject(link, depth);
      if (reason === undefined)
        this.#addFound({ address, depth, hops: 0, ...(lastmod !== undefined && { lastmod }) });
      else if (previousReason !== reason) {
        this.#leaveOut(address, reason);
        this.#discovered.leftOut.push([address, reason]);
      }
    }
  }

  /** Adds listed pages: the first is visited now, the others after all linked pages, which have precedence over copies. */
  addUnlinked(addresses: readonly string[]): void {
    for (const [index, address] of addresses.entries()) {
      if (this.has(address)) continue;
      const entry = { address, depth: 0, hops: 0 };
      const reason = this.#scope.reject(address);
      if (reason !== undefined) this.#leaveOut(address, reason);
      else if (index === 0) this.#enqueue(entry);
      else {
        this.mark(address);
        this.#unlinked.set(address, entry);
      }
    }
  }

  /** Adds an address even if a similar one is known, such as the target of a redirection. */
  addExact(entry: Entry): void {
    if (this.has(entry.address)) return;
    this.addAgain(entry);
    this.#discovered.found.push(entry);
  }

  /** Queues an address, even one that was visited. A resumed run adds it again by itself. */
  addAgain(entry: Entry): void {
    this.mark(entry.address);
    this.#queue.push(entry);
  }

  /** The addresses that were added since the last call. */
  takeDiscovered(): Discovered {
    const discovered = this.#discovered;
    this.#discovered = { found: [], leftOut: [] };
    return discovered;
  }

  restore({ found = [], leftOut = [] }: Discovered): void {
    for (const entry of found) {
      if (entry.hops > 0 && !this.has(entry.address)) this.addAgain(entry);
      else if (this.#unlinked.has(entry.address) || !this.has(entry.address)) this.#enqueue(entry);
    }
    for (const [address, reason] of leftOut) this.#leaveOut(address, reason);
  }

  /** Makes an address known. Returns whether to visit it after others: it has a visit parameter, or a similar one is known. */
  mark(address: string): boolean {
    if (this.has(address)) return false;
    this.#addresses.add(address);
    this.#characters += address.length;
    const { key, hasVisit } = normalForm(address);
    const isLater = hasVisit || this.#normalForms.has(key);
    if (!hasVisit) this.#normalForms.add(key);
    return isLater;
  }

  shift(): Entry | undefined {
    const entry = this.#queue[this.#head];
    if (entry) this.#head += 1;
    return entry;
  }

  /** Queues the listed pages without links, and then the addresses that are similar to others. Returns false if it queued none. */
  queueLater(): boolean {
    const postponed = this.#unlinked.size > 0 ? [...this.#unlinked.values()] : this.#later.splice(0);
    this.#unlinked.clear();
    this.#queue = this.#queue.concat(postponed);
    return postponed.length > 0;
  }

  /** Addresses that are not visited, with the reasons. */
  *leftOut(): Iterable<[address: string, reason: string]> {
    for (const [address, reason] of this.#leftOut) {
      if (this.has(address)) continue;
      yield [address, reason || `too many addresses: this and ${this.#overflow - 1} others are left out`];
    }
  }

  #addFound(entry: Entry): void {
    this.#enqueue(entry);
    this.#discovered.found.push(entry);
  }

  #enqueue(entry: Entry): void {
    this.#unlinked.delete(entry.address);
    if (this.mark(entry.address)) this.#later.push(entry);
    else this.#queue.push(entry);
  }

  #leaveOut(address: string, reason: string): void {
    this.#leftOut.set(address, reason);
    this.#characters += address.length;
  }

  #isFull(address: string): boolean {
    if (this.#characters < MAX_ADDRESS_CHARACTERS) return false;
    this.#overflow += 1;
    if (this.#overflow === 1) this.#leaveOut(address, '');
    return true;
  }

  #reject({ address, nofollow }: FoundLink, depth: number): string | undefined {
    const reason = this.#scope.reject(address);
    if (reason !== undefined) return reason;
    if (nofollow) return 'nofollow';
    return depth > this.#maxDepth ? `more than ${this.#maxDepth} links from a start address` : undefined;
  }
}
