/** Stores in a PostgreSQL database; loaded only by servers that have one. */
import type { Stores } from '@semantic-search/server/stores';
import type { Logger } from 'pino';
import { type Database, openDatabase } from './database.ts';
import { rateLimitCounters } from './rate-limit-counters.ts';
import { openPostgresStore } from './store.ts';
import { openPostgresTokenStore } from './token-store.ts';

export async function openSharedStores(url: string, log: Logger): Promise<Stores> {
  const database: Database = await openDatabase(url, log);
  try {
    const configurations = await openPostgresStore(database);
    const tokens = await openPostgresTokenStore(database);
    const requests = rateLimitCounters(url, database);
    return {
      configurations,
      tokens,
      counter: requests.counter,
      isFresh: async () => configurations.isFresh && (await database.claim()),
      async close() {
        await requests.close();
        await configurations.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
