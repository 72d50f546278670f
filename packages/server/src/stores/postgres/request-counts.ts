/** Requests counted for all replicas together; each counts for itself while the database is away. */
import { Pool } from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

export interface RequestCounters {
  /** A counter of `points` in so many seconds, by key. */
  counter(name: string, points: number, seconds: number): Pick<RateLimiterAbstract, 'consume'>;
  close(): Promise<void>;
}

/** A request waits no longer for being counted, in milliseconds. */
const patience = 500;

export function requestCounters(url: string, database: Pick<Database, 'trouble'>): RequestCounters {
  const pool = new Pool({
    connectionString: url,
    application_name: 'semantic-search: requests',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    max: 4,
    allowExitOnIdle: true,
    // Nothing of it must outlive a crash, and two who count at a time both do.
    options: '-c synchronous_commit=off -c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', () => undefined); // An idle connection: the next request opens another.
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
