/** Request counters shared by all replicas; each counts locally while the database is unavailable. */
import { Pool } from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

export interface RequestCounters {
  /** A counter of `points` per period in seconds, by key. */
  counter(name: string, points: number, seconds: number): Pick<RateLimiterAbstract, 'consume'>;
  close(): Promise<void>;
}

/** Timeout for counting a request, in milliseconds. */
const patience = 500;

export function requestCounters(url: string, database: Pick<Database, 'trouble'>): RequestCounters {
  const pool = new Pool({
    connectionString: url,
    application_name: 'semantic-search: requests',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    max: 4,
    allowExitOnIdle: true,
    // Not durable, and concurrent counts do not conflict.
    options: '-c synchronous_commit=off -c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', () => undefined); // An idle connection failed; the next request opens another.
  return {
    counter(keyPrefix, points, duration) {
      const own = new RateLimiterMemory({ points, duration });
      const shared = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'semantic_search',
        tableName: 'requests',
        tableCreated: true,
        insuranceLimiter: own,
        keyPrefix,
        points,
        duration,
      });
      return { consume: (key) => (database.trouble() === null ? shared : own).consume(key) };
    },
    close: () => pool.end(),
  };
}
