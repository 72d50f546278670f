/** Entries of a crawl, and the state of an address from one run to the next. */
import type { AddressState, Document, Item, Skipped } from '../source.ts';

export interface Entry {
  address: string;
  /** Number of links from a start address. */
  depth: number;
  /** Number of redirects that led here in a row. */
  hops: number;
  /** Date of the last change as written in the sitemap. */
  lastmod?: string | undefined;
  /** Whether this is a start address, or a start address redirects here. */
  start?: boolean | undefined;
  /** Whether to index the page although it names another canonical address. */
  final?: boolean | undefined;
}

/** What a visit adds to the frontier; only needed to resume a run. */
export interface Discovered {
  /** New addresses of the frontier. */
  found?: Entry[] | undefined;
  /** Addresses that are not visited, with the reason. */
  leftOut?: [address: string, reason: string][] | undefined;
}

export interface PageState extends Discovered {
  indexed: boolean;
  /** Whether the address was requested. The next run requests it again, even if no page links to it any more. */
  requested: boolean;
  depth: number;
  /** Address of a page that it repeats, so that it has no document. */
  repeats?: string | undefined;
  /** Digests; see `VisitedPage`. */
  hash?: string | undefined;
  contentHash?: string | undefined;
  /** Validators of the response; `lastmod` is from the sitemap. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  lastmod?: string | undefined;
}

/** The state as the state of a page; undefined only for an address without a state. */
export function pageState<State extends AddressState | undefined>(state: State) {
  return state as unknown as PageState | (State extends undefined ? undefined : never);
}

/** The state for the next run, without the members that are only needed to resume. */
export function betweenRuns({ found: _, leftOut: __, ...state }: AddressState): AddressState {
  return state;
}

/** The item of an entry: its document, or the reason why it has none. */
export function entryItem(
  result: Document | Omit<Skipped, 'address'>,
  entry: Entry,
  state: Partial<PageState>,
) {
  const { address, depth, lastmod } = entry;
  const fullState = { indexed: false, requested: true, depth, lastmod, ...state } as unknown as AddressState;
  return { item: 'outcome' in result ? { address, ...result } : result, state: fullState } satisfies Item;
}
