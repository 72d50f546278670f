/** Source of the items of a feed: RSS, Atom, JSON Feed or RDF. */
import pMap from 'p-map';
import { fetchResource, fetchWithRetry } from '../fetch/fetch-with-retry.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { plainText } from '../html/index.ts';
import { documentItem, skippedItem } from '../items.ts';
import { documentDate, isWebAddress, languageTag } from '../metadata-values.ts';
import type { AddressState, Document, Item, Source, SourceState } from '../source.ts';
import { decodeXml } from '../xml/index.ts';
import { type Feed, type FeedItem, parseItems } from './feed-items.ts';

export interface FeedOptions {
  address: string;
  fetcher: Fetcher;
  /** Whether to read the feed even if it has not changed, and to ask for the pages that are no longer in it. */
  full?: boolean;
}

const MAX_FEED_BYTES = 64 * 1024 * 1024;
/** Pages of one feed. */
const MAX_PAGES = 1000;
const CONCURRENT_REQUESTS = 4;

interface FeedState {
  etag?: string;
  lastModified?: string;
}

/**
 * A feed lists the newest items only, so that an item that is no longer in it is not gone. A full run asks for the pages of
 * these items, and removes those with the status 404 or 410.
 */
export function feedSource(options: FeedOptions): Source {
  return { read: (state, signal) => readItems(options, state, signal) };
}

/** Throws if the address is not that of a feed. */
export async function requireFeed({ address, fetcher }: FeedOptions, signal: AbortSignal): Promise<void> {
  const { body, contentType } = await fetchFeed(fetcher, address, {}, signal);
  parseItems(decodeXml(body, contentType));
}

async function* readItems(
  options: FeedOptions,
  { previous, current }: SourceState,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const { address, fetcher, full = false } = options;
  const known = new Map(previous);
  known.delete(address);
  // A document that the space has lost is only found if the feed is read.
  const isFull = full || [...known.values()].some(({ indexed }) => indexed !== true);
  const validators = isFull || current.size > 0 ? {} : ((previous.get(address) ?? {}) as FeedState);
  const first = await fetchFeed(fetcher, address, validators, signal);
  const { etag, lastModified } = first.status === 304 ? validators : first;
  const seen = new Set([address, ...current.keys()]);
  if (!current.has(address))
    yield skippedItem(address, 'skipped', 'address of the feed, not an item', {
      indexed: false,
      requested: true,
      etag,
      lastModified,
    });
  if (first.status === 200) {
    for await (const { feed, base, page } of feedPages(options, first, signal)) {
      yield* reportedProblems(feed, page, seen);
      for (const item of feed.items) {
        signal.throwIfAborted();
        const document = feedDocument(item, feed, base);
        const id = typeof document === 'string' ? `${page}#${item.place.replace(' ', '=')}` : document.id;
        if (seen.has(id)) continue;
        seen.add(id);
        if (typeof document === 'string') yield skippedItem(id, 'skipped', document);
        else yield documentItem(document, known.get(id));
      }
    }
  }
  const missing = [...known].filter(([id]) => !seen.has(id));
  const gone = isFull ? await gonePages(fetcher, missing, signal) : new Set<string>();
  for (const [id, state] of missing) {
    if (!state.indexed) yield skippedItem(id, 'skipped', 'no longer in the feed');
    else if (gone.has(id)) yield skippedItem(id, 'removed', 'the page is gone');
    else yield skippedItem(id, 'unchanged', 'no longer in the feed', state);
  }
}

/** One item stands for all problems of a page. */
function* reportedProblems({ problems }: Feed, page: string, seen: Set<string>): Iterable<Item> {
  const address = `${page}#problems`;
  if (problems.length === 0 || seen.has(address)) return;
  seen.add(address);
  yield skippedItem(address, 'skipped', problems.join('; '));
}

async function* feedPages(
  { address, fetcher }: FeedOptions,
  first: { body: Uint8Array; contentType: string },
  signal: AbortSignal,
): AsyncIterable<{ feed: Feed; base: string; page: string }> {
  const read = new Set([address]);
  let page = address;
  for (let fetched = first; ; ) {
    const feed = parseItems(decodeXml(fetched.body, fetched.contentType));
    const base = resolvedBase(feed.base, page);
    yield { feed, base, page };
    const next = feed.next === undefined ? null : URL.parse(feed.next, base);
    if (next === null || read.has(next.href) || read.size === MAX_PAGES) return;
    page = next.href;
    read.add(page);
    fetched = await fetchFeed(fetcher, page, {}, signal);
  }
}

/** Bases are relative to the outer one (XML Base). One that is no address is ignored. */
function resolvedBase(given: string | undefined, outer: string): string {
  return (given !== undefined && URL.parse(given, outer)?.href) || outer;
}

function fetchFeed(fetcher: Fetcher, address: string, validators: FeedState, signal: AbortSignal) {
  const accepts = () => true;
  return fetchResource(fetcher, { address, ...validators, accepts, maxBytes: MAX_FEED_BYTES, signal });
}

/** The ids of the pages that do not exist any more. Pages that cannot be reached are kept. */
async function gonePages(
  fetcher: Fetcher,
  items: readonly (readonly [id: string, state: AddressState])[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const pages = items.filter(([id, { indexed }]) => indexed && isWebAddress(id)).map(([id]) => id);
  const gone = new Set<string>();
  const ask = async (address: string) => {
    const request = { address, accepts: () => false, maxBytes: 0, signal };
    const fetched = await fetchWithRetry(fetcher, request).catch(() => undefined);
    if (fetched?.status === 404 || fetched?.status === 410) gone.add(address);
  };
  await pMap(pages, ask, { concurrency: CONCURRENT_REQUESTS, signal });
  return gone;
}

/** The document, or the reason why the item has none. */
function feedDocument(item: FeedItem, feed: Feed, feedBase: string): Document | string {
  const base = resolvedBase(item.base, feedBase);
  const link = item.link === undefined ? null : URL.parse(item.link, base);
  const id = link && isWebAddress(link.href) ? link.href : item.identifier;
  if (!id) return 'the item has neither a link nor an identifier';
  const [title, summary, content] = [item.title, item.summary, item.content].map((html) =>
    html === undefined ? '' : plainText(html, base),
  );
  const text = content || summary || '';
  if (!title && !text) return 'the item has neither a title nor a text';
  const language = languageTag(item.language ?? feed.language ?? '');
  const image = item.image === undefined ? null : URL.parse(item.image, base);
  const { authors, categories } = item;
  return {
    id,
    ...(isWebAddress(id) && { link: id }),
    title: title || id,
    ...(content && summary && { description: summary }),
    text,
    ...documentDate(item.dates, language),
    ...(language && { language }),
    ...(image && { image: image.href }),
    ...(categories.length > 0 && { subjects: categories }),
    sections: [],
    attributes: {
      ...(authors.length > 0 && { author: authors }),
      ...(categories.length > 0 && { category: categories }),
    },
  };
}
