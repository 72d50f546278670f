/** Duplicate pages: equal pages share one document, as do addresses that redirect to each other. */
import type { AddressState } from '../source.ts';
import { normalForm } from './address.ts';
import { pageState } from './page-state.ts';

export class DuplicatePages {
  /** Pages that have a document in this run. */
  readonly #indexed = new Set<string>();
  readonly #byContent = new Map<string, string>();
  /** Pages that have a document in this run, by the normal form of their addresses. */
  readonly #byNormalForm = new Map<string, string>();
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

  /** The page that owns this content, in this run or else in the last run. */
  ownerOf(contentHash: string): string | undefined {
    return this.#byContent.get(contentHash);
  }

  /** The indexed page of this run with a similar address. */
  similarTo(address: string): string | undefined {
    return this.#byNormalForm.get(normalForm(address).key);
  }

  claim(address: string, contentHash: string | undefined): void {
    this.#indexed.add(address);
    const { key } = normalForm(address);
    if (!this.#byNormalForm.has(key)) this.#byNormalForm.set(key, address);
    if (contentHash !== undefined) this.#byContent.set(contentHash, address);
  }

  /** Notes that an address leads to another one, by a redirection or as its canonical address. */
  follow(address: string, target: string): void {
    this.#targets.set(address, target);
  }

  /** The address at the end of a chain of redirects and canonical addresses. */
  destination(address: string): string {
    const visited = new Set<string>();
    let reached = address;
    while (!this.isIndexed(reached) && !visited.has(reached)) {
      visited.add(reached);
      reached = this.#targets.get(reached) ?? reached;
    }
    return reached;
  }
}
