/** Items of a source, and the digest by which it recognizes unchanged documents. */
import { createHash } from 'node:crypto';
import type { AddressState, Document, Item, SkippedOutcome } from './source.ts';

/** The first 144 bits of SHA-256 as base64url: short enough to store one for each address. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
}

/** The item of a document: the document, or the outcome that it is unchanged since the last run. */
export function documentItem(document: Document, previousState: AddressState | undefined): Item {
  const hash = digest(document);
  const state = { indexed: true, hash };
  if (previousState?.indexed && previousState.hash === hash)
    return skippedItem(document.id, 'unchanged', 'same content', state);
  return { item: document, state };
}

export function skippedItem(address: string, outcome: SkippedOutcome, reason: string, state?: AddressState) {
  return { item: { address, outcome, reason }, state: state ?? { indexed: false } } satisfies Item;
}
