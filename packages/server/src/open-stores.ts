/** Opens the stores for configurations and tokens: data directory or shared PostgreSQL database. */
import { type Logger, pino } from 'pino';
import { openTokenStore, type TokenStore } from './auth/token-store.ts';
import { makeDataDirectory } from './filesystem/data-directory.ts';
import { lockDirectory } from './filesystem/directory-lock.ts';
import { openFileStore } from './stores/file/store.ts';
import type { Stores } from './stores/stores.ts';

interface Where {
  dataDirectory: string;
  databaseUrl: string | null;
}

/** Locks the data directory for this process, even if it contains only search spaces. */
export async function openStores({ dataDirectory, databaseUrl }: Where, log: Logger): Promise<Stores> {
  await makeDataDirectory(dataDirectory);
  if (databaseUrl !== null) {
    const unlock = await lockDirectory(dataDirectory);
    const { openSharedStores } = await loadPostgres();
    return openSharedStores(databaseUrl, log, unlock).catch(async (error) => {
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
  const { openSharedTokens } = await loadPostgres();
  // Standard output belongs to the command, so the log goes to standard error.
  return openSharedTokens(databaseUrl, pino(pino.destination(2)));
}

function loadPostgres() {
  return import('@semantic-search/postgres').catch((cause: unknown) => {
    const message = 'DATABASE_URL needs the package @semantic-search/postgres, which is not installed';
    throw new Error(message, { cause });
  });
}
