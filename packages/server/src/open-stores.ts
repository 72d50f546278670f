/** Opens the stores for configurations and tokens: data directory or shared PostgreSQL database. */
import { type Logger, pino } from 'pino';
import { openTokenStore, type TokenStore } from './auth/token-store.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import { makeDataDirectory } from './filesystem/data-directory.ts';
import { lockDirectory } from './filesystem/directory-lock.ts';
import type { MakeCounter } from './http/rate-limit.ts';
import { openFileStore } from './stores/file/store.ts';
import { type Database, openDatabase } from './stores/postgres/database.ts';
import { rateLimitCounters } from './stores/postgres/rate-limit-counters.ts';
import { openPostgresStore } from './stores/postgres/store.ts';
import { openPostgresTokenStore } from './stores/postgres/token-store.ts';

export interface Stores {
  configurations: ConfigurationStore;
  tokens: TokenStore;
  /** Rate-limit counter shared by all replicas; absent without a database. */
  counter?: MakeCounter;
  /** Whether no configuration was ever created and no other replica is loading the demo data. */
  isFresh(): Promise<boolean>;
  close(): Promise<void>;
}

interface Where {
  dataDirectory: string;
  databaseUrl: string | null;
}

/** Locks the data directory for this process, even if it contains only search spaces. */
export async function openStores({ dataDirectory, databaseUrl }: Where, log: Logger): Promise<Stores> {
  await makeDataDirectory(dataDirectory);
  if (databaseUrl !== null) {
    const unlock = await lockDirectory(dataDirectory);
    return openShared(databaseUrl, log, unlock).catch(async (error) => {
      await unlock();
      throw error;
    });
  }
  const configurations = await openFileStore(dataDirectory, { log });
  try {
    return {
      configurations,
      tokens: await openTokenStore(dataDirectory),
      isFresh: async () => configurations.number === 0,
      close: () => configurations.close(),
    };
  } catch (error) {
    await configurations.close();
    throw error;
  }
}

/** For CLI commands, also while servers are running; needs no closing. */
export async function openTokens({ dataDirectory, databaseUrl }: Where): Promise<TokenStore> {
  if (databaseUrl === null) return openTokenStore(dataDirectory);
  // Standard output belongs to the command, so the log goes to standard error.
  return openPostgresTokenStore(await openDatabase(databaseUrl, pino(pino.destination(2))));
}

async function openShared(url: string, log: Logger, unlock: () => Promise<void>): Promise<Stores> {
  const database: Database = await openDatabase(url, log);
  try {
    const configurations = await openPostgresStore(database);
    const tokens = await openPostgresTokenStore(database);
    const requests = rateLimitCounters(url, database);
    return {
      configurations,
      tokens,
      counter: requests.counter,
      isFresh: async () => configurations.number === 0 && (await database.claim()),
      async close() {
        await requests.close();
        await configurations.close();
        await database.close();
        await unlock();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
