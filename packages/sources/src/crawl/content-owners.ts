/** Pages with a document, and the owner of each content: pages with equal content share one. */
import type { AddressState } from '../source.ts';
import { pageState } from './page-state.ts';

export interface ContentOwners {
  /** Page with this content; of the last run until it is visited in this one. */
  ownerOf(contentHash: string): string | undefined;
  /** Whether the page has a document in this run. */
  isIndexed(address: string): boolean;
  claim(address: string, contentHash: string | undefined): void;
}

export function contentOwners(previous: ReadonlyMap<string, AddressState>): ContentOwners {
  const owners = new Map<string, string>();
  const indexedPages = new Set<string>();
  for (const [address, state] of previous) {
    const { indexed, contentHash } = pageState(state);
    if (indexed && contentHash !== undefined && !owners.has(contentHash)) owners.set(contentHash, address);
  }
  return {
    ownerOf: (contentHash) => owners.get(contentHash),
    isIndexed: (address) => indexedPages.has(address),
    claim(address, contentHash) {
      indexedPages.add(address);
      if (contentHash !== undefined) owners.set(contentHash, address);
    },
  };
}
