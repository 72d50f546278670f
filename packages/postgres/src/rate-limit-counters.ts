/** Request counters shared by all replicas; each counts locally while the database is unavailable. */
import { createHmac } from 'node:crypto';
import { Pool } from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

/** Timeout for counting a request, in milliseconds. */
const COUNT_TIMEOUT_MS = 500;

/** Counts in memory while the database is unavailable, so that requests do not wait for the database. */
export function rateLimitCounters(url: string, database: Pick<Database, 'unavailableReason'>) {
  const pool = new Pool({
    connectionString: url,
    application_name: 'semantic-search: requests',
    connectionTimeoutMillis: COUNT_TIMEOUT_MS,
    query_timeout: COUNT_TIMEOUT_MS,
    max: 4,
    allowExitOnIdle: true,
    // Not durable, and concurrent counts do not conflict.
    options: '-c synchronous_commit=off -c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', () => undefined); // An idle connection failed; the next request opens another.
  // Keyed hashes, so that neither the table nor its backups contain an address. A URL without a password is itself the key.
  const secret = new URL(url).password || url;
  const concealed = (key: string | number) => createHmac('sha256', secret).update(`${key}`).digest('base64');
  return {
    /** A counter of `points` per `duration` in seconds, by key. */
    counter(keyPrefix: string, points: number, duration: number): Pick<RateLimiterAbstract, 'consume'> {
      const local = new RateLimiterMemory({ points, duration });
      const shared = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'semantic_search',
        tableName: 'requests',
        tableCreated: true,
        insuranceLimiter: local,
        keyPrefix,
        points,
        duration,
      });
      const current = () => (database.unavailableReason() === null ? shared : local);
      return { consume: (key) => current().consume(concealed(key)) };
    },
    close: (): Promise<void> => pool.end(),
  };
}
