/** Opens what keeps configurations and tokens: the data directory, or a PostgreSQL database that replicas share. */
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { openTokenStore, type TokenStore } from './authentication/token-store.ts';
import { openDurableStore } from './configurations/durable/store.ts';
import { type Database, openDatabase } from './configurations/postgres/database.ts';
import { openPostgresStore } from './configurations/postgres/store.ts';
import { openPostgresTokenStore } from './configurations/postgres/token-store.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import { takeLock } from './disk/lock.ts';

export interface KeptState {
  configurations: ConfigurationStore;
  tokens: TokenStore;
  close(): Promise<void>;
}

interface Where {
  dataDirectory: string;
  databaseUrl: string | null;
}

/** The data directory is this process's alone, also when it holds no more than search spaces. */
export async function openState({ dataDirectory, databaseUrl }: Where, log: Logger): Promise<KeptState> {
  if (databaseUrl !== null) {
    const unlock = await takeLock(join(dataDirectory, 'LOCK'));
    return openShared(databaseUrl, log, unlock).catch(async (error) => {
      await unlock();
      throw error;
    });
  }
  const configurations = await openDurableStore(dataDirectory, { log });
  try {
    return {
      configurations,
      tokens: await openTokenStore(dataDirectory),
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

async function openShared(url: string, log: Logger, unlock: () => Promise<void>): Promise<KeptState> {
  const database: Database = await openDatabase(url, log);
  try {
    const configurations = await openPostgresStore(database);
    const tokens = await openPostgresTokenStore(database);
    return {
      configurations,
      tokens,
      async close() {
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
