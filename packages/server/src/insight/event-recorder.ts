/** Recorder of search events, which are counted in memory and written once per second. */
import * as api from '@semantic-search/contract';
import * as stored from '@semantic-search/contract/storage';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { exceeded } from '../http/rate-limit.ts';

const WRITE_INTERVAL_MS = 1000;
export const HOUR_MS = 3_600_000;
const PRUNE_INTERVAL_MS = HOUR_MS;
/** Maximum number of counts that wait while nothing can be written; further events are dropped. */
const MAX_PENDING = 20_000;
/** Maximum length of a facet's name. */
const MAX_FIELD_LENGTH = 100;
/** Positions beyond this one are counted together. */
const MAX_POSITION = 100;

interface RecorderOptions {
  storage: stored.InsightStorage;
  retentionDays: number;
  /** Called when counts cannot be written, or old counts cannot be deleted. */
  onFailure(error: unknown): void;
  count(outcome: 'counted' | 'dropped', events: number): void;
  now?: () => number;
}

/** Configuration whose events are counted, and the names of its rules, which these events may use. */
export interface CountedConfiguration {
  id: number;
  mode: api.InsightMode;
  rules: ReadonlySet<string>;
}

/** Sums that are all 0. */
export const noSums = () =>
  Object.fromEntries(stored.sumNames.map((name) => [name, 0])) as stored.InsightSums;

export function eventRecorder(options: RecorderOptions) {
  const { storage, retentionDays, onFailure, count, now = Date.now } = options;
  const limiter = new RateLimiterMemory({ points: api.MAX_EVENTS_PER_MINUTE, duration: 60 });
  let pending = new PendingCounts();
  let lastWrite: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const counts = pending;
    pending = new PendingCounts();
    try {
      await storage.add(counts.batch());
    } catch (error) {
      onFailure(error);
      pending.merge(counts);
    }
  }
  /** Writes what was counted. */
  const flush = (): Promise<void> => {
    lastWrite = lastWrite.then(write);
    return lastWrite;
  };
  const prune = () => storage.prune(hourOf(now() - retentionDays * 24 * HOUR_MS)).catch(onFailure);
  const timers = [setInterval(flush, WRITE_INTERVAL_MS), setInterval(prune, PRUNE_INTERVAL_MS)];
  for (const timer of timers) timer.unref();
  void prune();

  return {
    /** Records events. `client` is the token, whose number of events is limited. Never rejects because of the storage. */
    async record(events: readonly api.SearchEvent[], configuration: CountedConfiguration, client: string) {
      const hour = hourOf(now());
      const allowed = await allowedEvents(limiter, client, events.length);
      const counted = pending.size < MAX_PENDING ? allowed : 0;
      for (const event of events.slice(0, counted)) pending.add(event, configuration, hour);
      const dropped = events.length - counted;
      if (dropped > 0)
        pending.use({ configuration: configuration.id, hour, kind: 'dropped', name: '' }, dropped);
      count('counted', counted);
      count('dropped', dropped);
      return { counted, dropped };
    },
    flush,
    async close(): Promise<void> {
      timers.forEach(clearInterval);
      await flush();
      await storage.close();
    },
  };
}

async function allowedEvents(limiter: RateLimiterAbstract, client: string, events: number): Promise<number> {
  if (events === 0) return 0;
  const { consumedPoints } = await limiter.consume(client, events).catch(exceeded);
  return Math.max(0, Math.min(events, api.MAX_EVENTS_PER_MINUTE - consumedPoints + events));
}

export const hourOf = (milliseconds: number): number => Math.floor(milliseconds / HOUR_MS);

/** Queries that differ only in spaces, case or personal data count as one. */
export function countedQuery(text: string): string {
  return plainText(api.maskPersonalData(text).toLowerCase(), api.MAX_COUNTED_QUERY_LENGTH);
}

/** A text that every database can store: PostgreSQL rejects U+0000. */
function plainText(text: string, maxLength: number): string {
  const words = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return Array.from(words.toWellFormed()).slice(0, maxLength).join('').trim();
}

/** Sums of a row of one table, which `keys` identify. */
interface Count {
  table: keyof stored.InsightBatch;
  keys: Record<string, string | number>;
  sums: Record<string, number>;
}

/** Counts that are not written yet, by their keys. */
class PendingCounts {
  readonly #counts = new Map<string, Count>();

  get size(): number {
    return this.#counts.size;
  }

  batch(): stored.InsightBatch {
    const rows = (table: keyof stored.InsightBatch) =>
      Array.from(this.#counts.values()).flatMap((count) =>
        count.table === table ? [{ ...count.keys, ...count.sums }] : [],
      );
    return { queries: rows('queries'), uses: rows('uses'), follows: rows('follows') } as stored.InsightBatch;
  }

  merge(other: PendingCounts): void {
    for (const count of other.#counts.values()) this.#add(count);
  }

  /** Counts the use of something, such as a filter. */
  use(use: Omit<stored.InsightBatch['uses'][number], 'count'>, count = 1): void {
    this.#add({ table: 'uses', keys: { ...use }, sums: { count } });
  }

  /** Counts an event. The mode `counts` has no details about filters, features, rules and next searches. */
  add(event: api.SearchEvent, { id: configuration, mode, rules }: CountedConfiguration, hour: number): void {
    const language = (event.language ?? '').toLowerCase();
    const query = countedQuery(event.query);
    const sums = sumsOf(event);
    const keys = { configuration, hour, language, query };
    if (sums) this.#add({ table: 'queries', keys, sums: { ...noSums(), ...sums } });
    for (const use of usesIn(event, rules))
      if (mode === 'detailed' || use.kind === 'position') this.use({ configuration, hour, ...use });
    const previous = countedQuery(event.after ?? '');
    const isNext = event.type === 'search' && previous !== '' && previous !== query && event.results;
    if (mode === 'detailed' && isNext) {
      const pair = { configuration, language, query: previous, next: query };
      this.#add({ table: 'follows', keys: pair, sums: { count: 1 } });
    }
  }

  #add({ table, keys, sums }: Count): void {
    const key = JSON.stringify([table, keys]);
    const counted = this.#counts.get(key)?.sums ?? {};
    const added = Object.entries(sums).map(([name, number]) => [name, (counted[name] ?? 0) + number]);
    this.#counts.set(key, { table, keys, sums: Object.fromEntries(added) });
  }
}

/** Sums of the query of an event; undefined for an event that counts only as a use. */
function sumsOf(event: api.SearchEvent): Partial<stored.InsightSums> | undefined {
  const { type, results, position = 1, firstOfQuery, firstOfVisit } = event;
  const [ofQuery, ofVisit] = [Number(firstOfQuery ?? false), Number(firstOfVisit ?? false)];
  if (type === 'search')
    return { searches: 1, withoutResults: Number(results === 0), visits: ofQuery, newVisits: ofVisit };
  if (type === 'click')
    return { clicks: 1, withClick: ofQuery, positions: ofQuery * position, newVisitsWithClick: ofVisit };
  return undefined;
}

type Use = { kind: stored.UseKind; name: string };

/** Uses of an event: the position of the first click on a query, and details. */
function usesIn(event: api.SearchEvent, rules: ReadonlySet<string>): Use[] {
  const { type, position = 1, field = '', rule } = event;
  if (type === 'filter') return [{ kind: 'filter', name: plainText(field, MAX_FIELD_LENGTH) }];
  if (type === 'similar') return [{ kind: 'feature', name: 'similar' }];
  const uses: Use[] = [];
  if (type === 'click' && event.firstOfQuery)
    uses.push({ kind: 'position', name: `${Math.min(position, MAX_POSITION + 1)}` });
  if (type === 'search' && event.corrected) uses.push({ kind: 'feature', name: 'correction' });
  if (type === 'search' && rule !== undefined && rules.has(rule)) uses.push({ kind: 'rule', name: rule });
  return uses;
}
