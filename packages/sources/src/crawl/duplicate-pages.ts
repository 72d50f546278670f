/** Duplicate pages: which page has the document of equal pages, and where redirects lead. */
import type { AddressState } from '../source.ts';
import { normalForm } from './address.ts';
import { pageState } from './page-state.ts';

export class DuplicatePages {
  /** Pages that have a document in this run. */
  readonly #indexed = new Set<string>();
  /** Addresses by the digest of the content, in this run or else in the last run. */
  readonly #byContent = new Map<string, string>();
  /** Addresses by their normal form, of pages that have a document in this run. */
  readonly #byNormalForm = new Map<string, string>();
  /** Targets of redirects, canonical addresses and repeated pages, by the address that leads there. */
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

  /** The page that has the document of this content. */
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

  /** Notes that an address leads to another one, which may have its document. */
  follow(address: string, target: string): void {
    this.#targets.set(address, target);
  }

  /** Whether an address, or the end of its chain of addresses, is a page with a document other than this page. */
  leadsToOther(address: string, page: string): boolean {
    const visited = new Set([page]);
    for (let reached = address; !visited.has(reached); reached = this.#targets.get(reached) ?? reached) {
      if (this.isIndexed(reached)) return true;
      visited.add(reached);
    }
    return false;
  }
}
