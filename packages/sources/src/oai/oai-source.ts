/** Source of the records of an OAI-PMH repository. */
import { followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetcher } from '../fetch/fetcher.ts';
import { documentItem, skippedItem } from '../items.ts';
import type { AddressState, Item, Source, SourceState } from '../source.ts';
import { decodeXml } from '../xml/index.ts';
import { dublinCoreDocument } from './dublin-core.ts';
import {
  isProtocolError,
  OaiError,
  type OaiPage,
  type OaiRecord,
  parseIdentify,
  parseRecords,
} from './oai-response.ts';

export interface OaiOptions {
  /** Base URL of the repository. */
  address: string;
  fetcher: Fetcher;
  /** Restricts the harvest to a set of the repository. */
  set?: string | undefined;
  /** Metadata format in Dublin Core elements. */
  metadataPrefix?: string | undefined;
  /** Whether to read all records, and not only those that changed since the last run. */
  full?: boolean;
  onProgress?(progress: { visited: number; known: number }): void;
}

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** A token may expire during the harvest (section 3.5): then the list is read again from its start. */
const MAX_RESTARTS = 3;

/** State of the base URL: where the next harvest starts. */
interface RepositoryState {
  from: string;
}

/**
 * The next run asks for what changed since the *start* of this one, by the clock of the repository: records may change
 * during a run, and lists are not sorted. A full run removes the records that are no longer listed, which
 * repositories without deleted records need.
 */
export function oaiSource(options: OaiOptions): Source {
  return { read: (state, signal) => readRecords(options, state, signal) };
}

/** Resolves if there is an OAI-PMH repository at this address. Throws with a reason otherwise. */
export async function identify(
  { address, fetcher }: Pick<OaiOptions, 'address' | 'fetcher'>,
  signal: AbortSignal,
): Promise<string> {
  return parseIdentify(await request(fetcher, address, { verb: 'Identify' }, signal)).now;
}

async function* readRecords(
  options: OaiOptions,
  { previous, current }: SourceState,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const { address, full = false, onProgress = () => undefined } = options;
  const interrupted = current.get(address) as RepositoryState | undefined;
  const next = interrupted?.from ?? (await identify(options, signal));
  if (!interrupted) yield repositoryItem(address, next);

  const last = previous.get(address) as RepositoryState | undefined;
  const known = [...previous].filter(([identifier]) => identifier !== address);
  // A document that the space has lost may be older than the last run.
  const isFull = full || last === undefined || known.some(([, state]) => state.indexed !== true);
  const seen = new Set(current.keys());
  for await (const record of listRecords(options, isFull ? undefined : last.from, signal)) {
    signal.throwIfAborted();
    if ('problems' in record) {
      if (!seen.has(record.page)) yield skippedItem(record.page, 'skipped', record.problems);
      continue;
    }
    if (seen.has(record.identifier)) continue;
    seen.add(record.identifier);
    yield recordItem(record, previous.get(record.identifier));
    onProgress({ visited: seen.size, known: Math.max(seen.size, known.length) });
  }
  for (const [identifier, state] of known) {
    signal.throwIfAborted();
    if (seen.has(identifier)) continue;
    const gone = state.indexed ? 'removed' : 'skipped';
    if (isFull) yield skippedItem(identifier, gone, 'no longer in the repository');
    else yield skippedItem(identifier, 'unchanged', 'not changed since the last run', state);
  }
}

/** What was repaired on a page of the list. */
interface PageProblems {
  /** Address of the page, unique in the run. */
  page: string;
  problems: string;
}

/** All pages of the list. Throws if a token leads back to a page that was read. */
async function* listRecords(
  options: OaiOptions,
  from: string | undefined,
  signal: AbortSignal,
): AsyncIterable<OaiRecord | PageProblems> {
  const { set, metadataPrefix = 'oai_dc' } = options;
  const first = { verb: 'ListRecords', metadataPrefix, ...(set && { set }), ...(from && { from }) };
  let tokens = new Set<string>();
  let restarts = 0;
  for (let query: Record<string, string> = first; ; ) {
    let page: OaiPage;
    try {
      page = parseRecords(await request(options.fetcher, options.address, query, signal));
    } catch (error) {
      if (!(error instanceof OaiError)) throw error;
      if (error.code === 'noRecordsMatch') return;
      if (error.code !== 'badResumptionToken' || query === first || restarts === MAX_RESTARTS) throw error;
      restarts += 1;
      tokens = new Set();
      query = first;
      continue;
    }
    yield* page.records;
    if (page.problems.length > 0)
      yield {
        page: `${options.address}#page=${tokens.size + 1},${restarts}`,
        problems: page.problems.join('; '),
      };
    const { token } = page;
    if (token === undefined) return;
    if (tokens.has(token))
      throw new Error(`${options.address}: the resumption token ${token} leads back to itself`);
    tokens.add(token);
    query = { verb: 'ListRecords', resumptionToken: token };
  }
}

async function request(
  fetcher: Fetcher,
  address: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const found = await followRedirects(fetcher, {
    address: url.href,
    accepts: () => true,
    readsErrors: true,
    maxBytes: MAX_RESPONSE_BYTES,
    signal,
  });
  if (!found) throw new FetchError('unreachable', `${url.href}: too many redirects`);
  const { status, body, contentType } = found.fetched;
  const xml = decodeXml(body, contentType);
  if (status !== 200 && !(status >= 400 && isProtocolError(xml)))
    throw new FetchError('unreachable', `${found.address}: HTTP status ${status}`);
  return xml;
}

function recordItem(record: OaiRecord, known: AddressState | undefined): Item {
  const { identifier, isDeleted, metadata } = record;
  const gone = known?.indexed ? 'removed' : 'skipped';
  if (isDeleted) return skippedItem(identifier, gone, 'deleted in the repository');
  const document = metadata ? dublinCoreDocument(identifier, metadata) : null;
  if (document === null) return skippedItem(identifier, gone, 'neither title nor description');
  return documentItem(document, known);
}

function repositoryItem(address: string, from: string): Item {
  const state = { indexed: false, requested: true, from };
  return skippedItem(address, 'skipped', 'address of the repository, not a record', state);
}
