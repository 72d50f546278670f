/** Stores of servers that share a PostgreSQL database: configurations, tokens, audit trail, counts. */
import type { AuditStorage } from '@semantic-search/contract/storage';
import type { Logger } from 'pino';
import { PostgresConfigurationStorage } from './configuration-storage.ts';
import { type Database, openDatabase } from './database.ts';
import { openInsightStorage } from './insight-storage.ts';
import { rateLimitCounters } from './rate-limit-counters.ts';
import { openTokenStorage } from './token-storage.ts';

/** Opens the database of DATABASE_URL and all stores on it. Rejects if the database is unreachable or not durable. */
export async function openSharedStorage(url: string, log: Logger) {
  const database = await openDatabase(url, log);
  try {
    const configurations = await PostgresConfigurationStorage.open(database);
    const rateLimits = rateLimitCounters(url, database);
    return {
      configurations,
      tokens: await openTokenStorage(database),
      audit: auditStorage(database),
      insight: await openInsightStorage(database),
      counter: rateLimits.counter,
      /** True for one of the servers, until it closes or ends. */
      claim: database.claim,
      async close(): Promise<void> {
        await rateLimits.close();
        await configurations.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Audit trail: one list, to which all replicas add. */
function auditStorage(database: Database): AuditStorage {
  return {
    async add(entry) {
      await database.query('INSERT INTO semantic_search.audit (entry) VALUES ($1)', [JSON.stringify(entry)]);
    },
    async read(start, count) {
      const { rows } = await database.query(
        `SELECT (SELECT count(*)::integer FROM semantic_search.audit) AS total,
                coalesce(json_agg(entry), '[]') AS entries
         FROM (SELECT entry FROM semantic_search.audit ORDER BY position DESC OFFSET $1 LIMIT $2) AS page`,
        [start, count],
      );
      return rows[0];
    },
  };
}
