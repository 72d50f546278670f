/** Runs of the crawler over a website, with the state between them. */

import { betweenRuns, type CrawlOptions, crawler, httpFetcher } from '../src/index.ts';
import type { AddressState, Document, Item, SkippedOutcome } from '../src/source.ts';
import { isSkipped } from '../src/source.ts';

export interface CrawlResult {
  documents: Map<string, Document>;
  skipped: Map<string, { outcome: SkippedOutcome; reason: string }>;
  state: Map<string, AddressState>;
  items: Item[];
}

export const localFetcher = (timeoutMs = 2000) =>
  httpFetcher({ userAgent: 'semantic-search/test', allowPrivateNetworks: true, timeoutMs });

export async function crawl(
  options: Partial<CrawlOptions> & Pick<CrawlOptions, 'starts'>,
  previous: ReadonlyMap<string, AddressState> = new Map(),
  current: ReadonlyMap<string, AddressState> = new Map(),
): Promise<CrawlResult> {
  const fetcher = options.fetcher ?? localFetcher();
  const source = crawler({ delayMs: 0, ...options, fetcher });
  const result: CrawlResult = { documents: new Map(), skipped: new Map(), state: new Map(), items: [] };
  for await (const each of source.read({ previous, current }, new AbortController().signal)) {
    const { item, state } = each;
    const address = isSkipped(item) ? item.address : item.id;
    if (result.documents.has(address) || result.skipped.has(address))
      throw new Error(`${address} has two items`);
    if (isSkipped(item)) result.skipped.set(address, { outcome: item.outcome, reason: item.reason });
    else result.documents.set(address, item);
    result.state.set(address, betweenRuns(state));
    result.items.push(each);
  }
  return result;
}

/** Reasons by path, with `base` left out. */
export function reasons({ skipped }: CrawlResult, base: string): Record<string, string> {
  return Object.fromEntries(
    [...skipped].map(([address, { outcome, reason }]) => [
      address.replace(base, ''),
      `${outcome}: ${reason.replaceAll(base, '')}`,
    ]),
  );
}

export function paths({ documents }: Pick<CrawlResult, 'documents'>, base: string): string[] {
  return [...documents.keys()].map((address) => address.replace(base, ''));
}

/** Paths of the documents that are new, or have another hash than in the previous run. */
export function changedPaths(
  { documents, state }: CrawlResult,
  previous: CrawlResult,
  base: string,
): string[] {
  const isChanged = (address: string) => state.get(address)!.hash !== previous.state.get(address)?.hash;
  return paths({ documents: new Map([...documents].filter(([address]) => isChanged(address))) }, base);
}
