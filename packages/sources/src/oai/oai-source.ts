/** Source of the records of an OAI-PMH repository. */
import { followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetcher } from '../fetch/fetcher.ts';
import { type IsolatedProcess, namedLimit } from '../isolation/isolated-process.ts';
import { documentItem, skippedItem } from '../items.ts';
import type { AddressState, Item, Source, SourceState } from '../source.ts';
import {
  type OaiError,
  type OaiPage,
  type OaiRecord,
  type OaiResponse,
  oaiResponseModule,
} from './oai-response.ts';

export interface OaiOptions {
  /** Base URL of the repository. */
  address: string;
  fetcher: Fetcher;
  /** Reads the responses. */
  isolated: IsolatedProcess;
  /** Restricts the harvest to a set of the repository. */
  set?: string | undefined;
  /** Metadata format in Dublin Core elements. */
  metadataPrefix?: string | undefined;
  /** Whether to read all records, and not only those that changed since the last run. */
  full?: boolean;
  onProgress?(progress: { visited: number; known: number }): void;
}

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** A token may expire during the harvest (section 3.5): then the list is read again from its start. */
const MAX_RESTARTS = 3;

/** State of the base URL: where the next harvest starts. */
interface RepositoryState {
  from: string;
}

/**
 * The next run requests the changes since the *start* of this run, by the clock of the repository: records may change
 * during a run, and lists are not sorted. A full run removes records that are no longer listed, because some
 * repositories do not report deleted records.
 */
export function oaiSource(options: OaiOptions): Source {
  return { read: (state, signal) => readRecords(options, state, signal) };
}

/** Clock of the repository. Throws with a reason if there is none at this address. */
export function identify(
  options: Pick<OaiOptions, 'address' | 'fetcher' | 'isolated'>,
  signal: AbortSignal,
): Promise<string> {
  return request<string>(options, { verb: 'Identify' }, signal);
}

async function* readRecords(
  options: OaiOptions,
  { previous, current }: SourceState,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const { address, full = false, onProgress = () => undefined } = options;
  const interrupted = current.get(address) as RepositoryState | undefined;
  const nextFrom = interrupted?.from ?? (await identify(options, signal));
  if (!interrupted) {
    const state = { indexed: false, requested: true, from: nextFrom };
    yield skippedItem(address, 'skipped', 'address of the repository, not a record', state);
  }

  const lastRun = previous.get(address) as RepositoryState | undefined;
  const records = [...previous].filter(([identifier]) => identifier !== address);
  // If the space has lost a document, its record may be older than the last run.
  const isFull = full || lastRun === undefined || records.some(([, state]) => state.indexed !== true);
  const seenIds = new Set(current.keys());
  for await (const record of listRecords(options, isFull ? undefined : lastRun.from, signal)) {
    signal.throwIfAborted();
    if (seenIds.has(record.identifier)) continue;
    seenIds.add(record.identifier);
    yield recordItem(record, previous.get(record.identifier));
    onProgress({ visited: seenIds.size, known: Math.max(seenIds.size, records.length) });
  }
  for (const [identifier, state] of records) {
    signal.throwIfAborted();
    if (seenIds.has(identifier)) continue;
    const outcome = state.indexed ? 'removed' : 'skipped';
    if (isFull) yield skippedItem(identifier, outcome, 'no longer in the repository');
    else yield skippedItem(identifier, 'unchanged', 'not changed since the last run', state);
  }
}

/** Records of all pages of the list. Throws if a token leads back to an earlier page. */
async function* listRecords(
  options: OaiOptions,
  from: string | undefined,
  signal: AbortSignal,
): AsyncIterable<OaiRecord> {
  const { set, metadataPrefix = 'oai_dc' } = options;
  const firstQuery = { verb: 'ListRecords', metadataPrefix, ...(set && { set }), ...(from && { from }) };
  let tokens = new Set<string>();
  let restarts = 0;
  for (let query: { verb: string } & Record<string, string> = firstQuery; ; ) {
    let page: OaiPage;
    try {
      page = await request<OaiPage>(options, query, signal);
    } catch (error) {
      const { name, code } = error as OaiError;
      if (name !== 'OaiError') throw error;
      if (code === 'noRecordsMatch') return;
      if (code !== 'badResumptionToken' || query === firstQuery || restarts === MAX_RESTARTS) throw error;
      restarts += 1;
      tokens = new Set();
      query = firstQuery;
      continue;
    }
    yield* page.records;
    const { token } = page;
    if (token === undefined) return;
    if (tokens.has(token))
      throw new Error(`${options.address}: the resumption token ${token} leads back to itself`);
    tokens.add(token);
    query = { verb: 'ListRecords', resumptionToken: token };
  }
}

/** For an OAI-PMH error, throws an error with the name and code of OaiError; the class is lost between processes. */
async function request<Response extends string | OaiPage>(
  { address, fetcher, isolated }: Pick<OaiOptions, 'address' | 'fetcher' | 'isolated'>,
  query: { verb: string } & Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const redirected = await followRedirects(fetcher, {
    address: url.href,
    accepts: () => true,
    readsErrors: true,
    maxBytes: MAX_RESPONSE_BYTES,
    signal,
  });
  if (!redirected) throw new FetchError('unreachable', `${url.href}: too many redirects`);
  const { status, body, contentType } = redirected.fetched;
  const oaiResponse: OaiResponse = { verb: query.verb, status, body, contentType };
  const response = await isolated
    .call<Response | null>(oaiResponseModule, oaiResponse, signal)
    .catch(namedLimit(redirected.address));
  if (response === null) throw new FetchError('unreachable', `${redirected.address}: HTTP status ${status}`);
  return response;
}

function recordItem(record: OaiRecord, previousState: AddressState | undefined): Item {
  const { identifier, isDeleted, document } = record;
  const outcome = previousState?.indexed ? 'removed' : 'skipped';
  if (isDeleted) return skippedItem(identifier, outcome, 'deleted in the repository');
  if (document === null) return skippedItem(identifier, outcome, 'neither title nor description');
  return documentItem(document, previousState);
}
