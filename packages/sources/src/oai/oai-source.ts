/** Source of the records of an OAI-PMH repository. */
import { followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetcher } from '../fetch/fetcher.ts';
import { type IsolatedProcess, namedLimit } from '../isolation/isolated-process.ts';
import { documentItem, skippedItem } from '../items.ts';
import type { Source, SourceState } from '../source.ts';
import { type OaiPage, type OaiResponse, oaiResponseModule } from './oai-response.ts';

export interface OaiOptions {
  /** Base URL of the repository. */
  address: string;
  fetcher: Fetcher;
  isolated: IsolatedProcess;
  /** Restricts the harvest to a set of the repository. */
  set?: string | undefined;
  /** Metadata format in Dublin Core elements. */
  metadataPrefix?: string | undefined;
  /** Whether to read all records, and not only those that changed since the last run. */
  full?: boolean;
  onProgress?(progress: { visited: number; known: number }): void;
}

type Repository = Pick<OaiOptions, 'address' | 'fetcher' | 'isolated'>;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** A resumption token may expire during the harvest (OAI-PMH, section 3.5): then the list is read again from its start. */
const MAX_RESTARTS = 3;

/** The next run requests the changes since the start of this run, because records may change during it. */
export function oaiSource(options: OaiOptions): Source {
  return { read: (state, signal) => readRecords(options, state, signal) };
}

/** Clock of the repository. Throws with a reason if there is none at this address. */
export async function identify(repository: Repository, signal: AbortSignal): Promise<string> {
  const { clock, error } = await request(repository, { verb: 'Identify' }, signal);
  if (clock === undefined) throw new Error(error?.message ?? 'no element Identify');
  return clock;
}

async function* readRecords(options: OaiOptions, { previous, current }: SourceState, signal: AbortSignal) {
  const { address, full = false, onProgress = () => undefined } = options;
  // The state of the base URL has the time from which the next harvest requests changes.
  const interrupted = current.get(address) as { from: string } | undefined;
  const nextFrom = interrupted?.from ?? (await identify(options, signal));
  if (!interrupted) {
    const state = { indexed: false, requested: true, from: nextFrom };
    yield skippedItem(address, 'skipped', 'address of the repository, not a record', state);
  }
  const lastRun = previous.get(address) as { from: string } | undefined;
  const records = [...previous].filter(([identifier]) => identifier !== address);
  // If the space has lost a document, its record may be older than the last run.
  const isFull = full || lastRun === undefined || records.some(([, state]) => state.indexed !== true);
  const seenIds = new Set(current.keys());
  const from = isFull ? undefined : lastRun.from;
  for await (const { identifier, document } of listRecords(options, from, signal)) {
    signal.throwIfAborted();
    if (seenIds.has(identifier)) continue;
    seenIds.add(identifier);
    const outcome = previous.get(identifier)?.indexed ? 'removed' : 'skipped';
    yield typeof document === 'string' ? skippedItem(identifier, outcome, document) : documentItem(document);
    onProgress({ visited: seenIds.size, known: Math.max(seenIds.size, records.length) });
  }
  for (const [identifier, state] of records) {
    signal.throwIfAborted();
    if (seenIds.has(identifier)) continue;
    const outcome = state.indexed ? 'removed' : 'skipped';
    // Some repositories report no deleted records.
    if (isFull) yield skippedItem(identifier, outcome, 'no longer in the repository');
    else yield skippedItem(identifier, 'unchanged', 'not changed since the last run', state);
  }
}

/** Records of all pages of the list. Throws if a token leads back to an earlier page. */
async function* listRecords(options: OaiOptions, from: string | undefined, signal: AbortSignal) {
  const { set, metadataPrefix = 'oai_dc' } = options;
  const firstQuery = { verb: 'ListRecords', metadataPrefix, ...(set && { set }), ...(from && { from }) };
  const tokens = new Set<string>();
  let restarts = 0;
  let query: Query = firstQuery;
  for (;;) {
    const { records, token, clock, error } = await request(options, query, signal);
    if (error?.code === 'noRecordsMatch') return;
    if (error?.code === 'badResumptionToken' && query !== firstQuery && restarts < MAX_RESTARTS) {
      restarts += 1;
      tokens.clear();
      query = firstQuery;
      continue;
    }
    if (error) throw new Error(error.message);
    // A proxy that ignores the query must not pass for an empty repository.
    if (clock !== undefined) throw new Error('no element ListRecords');
    yield* records;
    if (token === undefined) return;
    if (tokens.has(token))
      throw new Error(`${options.address}: the resumption token ${token} leads back to itself`);
    tokens.add(token);
    query = { verb: 'ListRecords', resumptionToken: token };
  }
}

type Query = { verb: string } & Record<string, string>;

/** Throws FetchError or LimitError if the repository cannot be read now. */
async function request(repository: Repository, query: Query, signal: AbortSignal): Promise<OaiPage> {
  const { address, fetcher, isolated } = repository;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const limits = { accepts: () => true, readsErrors: true, maxBytes: MAX_RESPONSE_BYTES };
  const redirected = await followRedirects(fetcher, { address: url.href, ...limits, signal });
  const { status, body, contentType } = redirected.fetched;
  const oaiResponse: OaiResponse = { status, body, contentType };
  const page = await isolated
    .call<OaiPage | null>(oaiResponseModule, oaiResponse, signal)
    .catch(namedLimit(redirected.address));
  if (page === null) throw new FetchError('unreachable', `${redirected.address}: HTTP status ${status}`);
  return page;
}
