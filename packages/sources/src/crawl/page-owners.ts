/** Pages with a document: equal pages share one, and so do addresses that lead to each other. */
import type { AddressState } from '../source.ts';
import { likeness } from './address.ts';
import { pageState } from './page-state.ts';

export class PageOwners {
  /** Pages that have a document in this run. */
  readonly #indexed = new Set<string>();
  readonly #byContent = new Map<string, string>();
  /** Pages that have a document in this run, by the likeness of their addresses. */
  readonly #byLikeness = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  constructor(previous: ReadonlyMap<string, AddressState>) {
    for (const [address, state] of previous) {
      const { indexed, contentHash } = pageState(state);
      if (indexed && contentHash !== undefined && !this.#byContent.has(contentHash))
        this.#byContent.set(contentHash, address);
    }
  }

  isIndexed(address: string): boolean {
    return this.#indexed.has(address);
  }

  /** Page with this content; of the last run until it is visited in this one. */
  ownerOf(contentHash: string): string | undefined {
    return this.#byContent.get(contentHash);
  }

  /** Page of this run with a similar address. */
  similarTo(address: string): string | undefined {
    return this.#byLikeness.get(likeness(address).key);
  }

  claim(address: string, contentHash: string | undefined): void {
    this.#indexed.add(address);
    const { key } = likeness(address);
    if (!this.#byLikeness.has(key)) this.#byLikeness.set(key, address);
    if (contentHash !== undefined) this.#byContent.set(contentHash, address);
  }

  /** Notes that an address leads to another one, by a redirection or as its canonical address. */
  follow(address: string, target: string): void {
    this.#targets.set(address, target);
  }

  /** The address to which others lead in the end. */
  destination(address: string): string {
    const passed = new Set([address]);
    for (let reached = address; ; ) {
      const target = this.#targets.get(reached);
      if (this.isIndexed(reached) || target === undefined || passed.has(target)) return reached;
      passed.add(target);
      reached = target;
    }
  }
}
