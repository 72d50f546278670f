/** Items of sources whose documents are compared by a digest. */
import { createHash } from 'node:crypto';
import type { AddressState, Document, Item, SkippedOutcome } from './source.ts';

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
}

/** The document, or that it has not changed since the last run. */
export function documentItem(document: Document, known: AddressState | undefined): Item {
  const hash = digest(document);
  const state = { indexed: true, hash };
  if (known?.indexed && known.hash === hash)
    return skippedItem(document.id, 'unchanged', 'same content', state);
  return { item: document, state };
}

export function skippedItem(
  address: string,
  outcome: SkippedOutcome,
  reason: string,
  state: AddressState = { indexed: false },
): Item {
  return { item: { address, outcome, reason }, state };
}
