/** Items of a source, and the digest by which unchanged documents are recognized. */
import { hash } from 'node:crypto';
import type { AddressState, Document, Item, SkippedOutcome } from './source.ts';

/** The first 144 bits of SHA-256 as base64url: short enough to store one for each address. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 24);
}

export function documentItem(document: Document): Item {
  return { item: document, state: { indexed: true, hash: digest(document) } };
}

export function skippedItem(address: string, outcome: SkippedOutcome, reason: string, state?: AddressState) {
  return { item: { address, outcome, reason }, state: state ?? { indexed: false } } satisfies Item;
}
