/** Source of the items of a feed: RSS, Atom, JSON Feed or RDF. */
import pMap from 'p-map';
import { fetchWithRetry, followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetched, type Fetcher, type FetchRequest } from '../fetch/fetcher.ts';
import { type IsolatedProcess, namedLimit } from '../isolation/isolated-process.ts';
import { documentItem, skippedItem } from '../items.ts';
import { isWebAddress } from '../metadata-values.ts';
import type { Source, SourceState } from '../source.ts';
import { type FeedPage, type FeedResponse, feedItemsModule } from './feed-items.ts';

export interface FeedOptions {
  address: string;
  fetcher: Fetcher;
  isolated: IsolatedProcess;
  /** Whether to read the feed even if it has not changed, and to ask for the pages that are no longer in it. */
  full?: boolean;
}

const MAX_FEED_BYTES = 16 * 1024 * 1024;
const MAX_PAGES = 1000;
const CONCURRENT_REQUESTS = 4;
type FeedState = Pick<FetchRequest, 'etag' | 'lastModified'>;

/** A feed lists only its newest items. A full run requests the pages of older items, and removes items with 404 or 410. */
export function feedSource(options: FeedOptions): Source {
  return { read: (state, signal) => readItems(options, state, signal) };
}

/** Throws if there is no feed at the address. */
export async function requireFeed(options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { address } = options;
  await readFeed(options, address, await fetchFeed(options.fetcher, address, signal), signal);
}

async function* readItems(options: FeedOptions, { previous, current }: SourceState, signal: AbortSignal) {
  const { address, fetcher, full = false } = options;
  const previousItems = new Map(previous);
  previousItems.delete(address);
  // If the space has lost a document, an unchanged feed must be read too.
  const isFull = full || [...previousItems.values()].some(({ indexed }) => indexed !== true);
  const validators = isFull || current.size > 0 ? {} : ((previous.get(address) ?? {}) as FeedState);
  const firstPage = await fetchFeed(fetcher, address, signal, validators);
  const { etag, lastModified } = firstPage.status === 304 ? validators : firstPage;
  const seenIds = new Set([address, ...current.keys()]);
  if (!current.has(address)) {
    const state = { indexed: false, requested: true, etag, lastModified };
    yield skippedItem(address, 'skipped', 'address of the feed, not an item', state);
  }
  if (firstPage.status === 200)
    for await (const { id, item } of feedItems(options, firstPage, signal)) {
      if (seenIds.has(id)) continue;
      seenIds.add(id);
      if (typeof item === 'string') yield skippedItem(id, 'skipped', item);
      else yield documentItem(item);
    }
  const missingItems = [...previousItems].filter(([id]) => !seenIds.has(id));
  const missingPages = missingItems.flatMap(([id, { indexed }]) => (indexed && isWebAddress(id) ? id : []));
  const goneIds = isFull ? await gonePages(fetcher, missingPages, signal) : new Set<string>();
  for (const [id, state] of missingItems) {
    if (!state.indexed) yield skippedItem(id, 'skipped', 'no longer in the feed');
    else if (goneIds.has(id)) yield skippedItem(id, 'removed', 'the page is gone');
    else yield skippedItem(id, 'unchanged', 'no longer in the feed', state);
  }
}

/** Items of the feed and its further pages. An item without a document has its position as identifier. */
async function* feedItems(options: FeedOptions, firstPage: Fetched, signal: AbortSignal) {
  const pages = new Set([options.address]);
  // The loop also visits the pages that it adds.
  for (const page of pages) {
    const fetched = page === options.address ? firstPage : await fetchFeed(options.fetcher, page, signal);
    const { items, next } = await readFeed(options, page, fetched, signal);
    for (const [index, item] of items.entries()) {
      signal.throwIfAborted();
      yield { id: typeof item === 'string' ? `${page}#item=${index + 1}` : item.id, item };
    }
    if (next !== undefined && pages.size < MAX_PAGES) pages.add(next);
  }
}

function readFeed({ isolated }: FeedOptions, address: string, fetched: Fetched, signal: AbortSignal) {
  const response: FeedResponse = { body: fetched.body, contentType: fetched.contentType, address };
  return isolated.call<FeedPage>(feedItemsModule, response, signal).catch(namedLimit(address));
}

/** Throws FetchError for every status except 200 and 304. */
async function fetchFeed(fetcher: Fetcher, address: string, signal: AbortSignal, validators: FeedState = {}) {
  const request = { address, ...validators, accepts: () => true, maxBytes: MAX_FEED_BYTES, signal };
  const { fetched, address: lastAddress } = await followRedirects(fetcher, request);
  if (fetched.status !== 200 && fetched.status !== 304)
    throw new FetchError('unreachable', `${lastAddress}: HTTP status ${fetched.status}`);
  return fetched;
}

/** The pages that no longer exist. Unreachable pages count as existing. */
async function gonePages(fetcher: Fetcher, pages: readonly string[], signal: AbortSignal) {
  const gone = new Set<string>();
  const checkPage = async (address: string) => {
    const request = { address, accepts: () => false, maxBytes: 0, signal };
    const fetched = await fetchWithRetry(fetcher, request).catch(() => undefined);
    if (fetched?.status === 404 || fetched?.status === 410) gone.add(address);
  };
  await pMap(pages, checkPage, { concurrency: CONCURRENT_REQUESTS, signal });
  return gone;
}
