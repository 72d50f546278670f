/** Storage port of the statistics: counts of search events by hour. */

/** Sums of search events. `positions` adds up ranks of first clicks. A visit counts once per query; once in `newVisits`. */
export const sumNames = [
  'searches',
  'withoutResults',
  'withClick',
  'clicks',
  'positions',
  'visits',
  'newVisits',
  'newVisitsWithClick',
] as const;
export type InsightSums = Record<(typeof sumNames)[number], number>;

/** Maximum number of distinct queries, so that forged events cannot fill the disk. Further ones count as the empty query. */
export const MAX_QUERIES = 500_000;

/** Kinds of names that are counted, besides queries. */
export type UseKind = 'position' | 'filter' | 'feature' | 'rule' | 'dropped';

/** Counts to add: by hour since 1970, configuration, language and query. */
export interface InsightBatch {
  queries: (InsightSums & { configuration: number; hour: number; language: string; query: string })[];
  uses: { configuration: number; hour: number; kind: UseKind; name: string; count: number }[];
  /** `next` had results and followed `query`, which had none. */
  follows: { configuration: number; language: string; query: string; next: string; count: number }[];
}

/** Hours since 1970; `to` is exclusive. */
export interface InsightPeriod {
  /** IDs; all configurations if absent, including deleted ones. */
  configurations?: readonly number[] | undefined;
  from: number;
  to: number;
}

export interface StoredQuery extends InsightSums {
  /** Null until enough visits have searched it. */
  query: string | null;
  language: string;
}

/** Keeps counts of search events. The text of a query is stored once `MIN_VISITS_OF_QUERY` visits have searched it. */
export interface InsightStorage {
  /** Adds all counts or none; rejects if it adds none. */
  add(batch: InsightBatch): Promise<void>;
  /** Sums by interval of `hours` since 1970, without empty ones. */
  series(period: InsightPeriod, hours: number): Promise<(InsightSums & { hour: number })[]>;
  /** Sums of each query of the period. */
  queries(period: InsightPeriod): Promise<StoredQuery[]>;
  /** Sums of one query by language. */
  query(period: InsightPeriod, text: string): Promise<(InsightSums & { language: string })[]>;
  /** Numbers of searches by language, the most frequent first. */
  languages(period: InsightPeriod): Promise<{ name: string; count: number }[]>;
  uses(period: InsightPeriod): Promise<{ kind: UseKind; name: string; count: number }[]>;
  /** Queries with results that visits searched next, after a query without results; most frequent first. */
  follows(configuration: number): Promise<{ query: string; next: string; count: number }[]>;
  /** Deletes the counts before this hour, and the texts of queries that then have too few visits. */
  prune(before: number): Promise<void>;
  close(): Promise<void>;
}
