/** Opens what keeps configurations and tokens: the data directory, or a PostgreSQL database that replicas share. */
import { type Logger, pino } from 'pino';
import { openTokenStore, type TokenStore } from './auth/token-store.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import { openFileStore } from './configurations/store-file/store.ts';
import { type Database, openDatabase } from './configurations/store-postgres/database.ts';
import { requestCounters } from './configurations/store-postgres/request-counts.ts';
import { openPostgresStore } from './configurations/store-postgres/store.ts';
import { openPostgresTokenStore } from './configurations/store-postgres/token-store.ts';
import { makeDataDirectory } from './filesystem/data-directory.ts';
import { lockDirectory } from './filesystem/directory-lock.ts';
import type { MakeCounter } from './http/rate-limit.ts';

export interface Stores {
  configurations: ConfigurationStore;
  tokens: TokenStore;
  /** Counts requests for all replicas together; absent where there are none. */
  counter?: MakeCounter;
  /** True where no configuration was ever created, and nobody else is just filling the place. */
  isFresh(): Promise<boolean>;
  close(): Promise<void>;
}

interface Where {
  dataDirectory: string;
  databaseUrl: string | null;
}

/** The data directory is this process's alone, also when it holds no more than search spaces. */
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

/** For a command, beside running servers; it needs no closing. */
export async function openTokens({ dataDirectory, databaseUrl }: Where): Promise<TokenStore> {
  if (databaseUrl === null) return openTokenStore(dataDirectory);
  // What a command prints is its answer, so its log goes beside it.
  return openPostgresTokenStore(await openDatabase(databaseUrl, pino(pino.destination(2))));
}

async function openShared(url: string, log: Logger, unlock: () => Promise<void>): Promise<Stores> {
  const database: Database = await openDatabase(url, log);
  try {
    const configurations = await openPostgresStore(database);
    const tokens = await openPostgresTokenStore(database);
    const requests = requestCounters(url, database);
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
