/** Stores of configurations, tokens and counts, in the data directory or a shared PostgreSQL database. */
import type { AuditStorage, InsightStorage } from '@semantic-search/contract/storage';
import type { Logger } from 'pino';
import { auditStorage } from './administration/audit-files.ts';
import { openTokenStore } from './auth/token-file.ts';
import { type TokenStore, tokenStore } from './auth/token-store.ts';
import { ConfigurationStore, openFileStore } from './configurations/store.ts';
import { makeDataDirectory } from './filesystem/data-directory.ts';
import { lockDirectory } from './filesystem/lock.ts';
import type { MakeCounter } from './http/rate-limit.ts';
import { rejectMissing } from './package-folder.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export interface Stores {
  configurations: ConfigurationStore;
  tokens: TokenStore;
  audit: AuditStorage;
  /** Counts of search events of all replicas; absent without a database. */
  insight?: InsightStorage;
  /** Rate-limit counter shared by all replicas; absent without a database. */
  counter?: MakeCounter;
  /** True if no configuration has ever been created and no other replica is loading the demo data. */
  isFresh(): Promise<boolean>;
  close(): Promise<void>;
}

/** Locks the data directory for this process, even if it contains only search spaces. */
export async function openStores(
  { dataDirectory, databaseUrl }: Pick<ServerSettings, 'dataDirectory' | 'databaseUrl'>,
  log: Logger,
): Promise<Stores> {
  await makeDataDirectory(dataDirectory);
  const unlock = await lockDirectory(dataDirectory);
  try {
    const stores = await (databaseUrl === null
      ? openFileStores(dataDirectory)
      : openSharedStores(databaseUrl, log));
    return { ...stores, close: () => stores.close().finally(unlock) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openFileStores(directory: string): Promise<Stores> {
  const configurations = await openFileStore(directory);
  const tokens = await openTokenStore(directory);
  return {
    configurations,
    tokens,
    audit: auditStorage(directory),
    isFresh: async () => configurations.isFresh,
    close: () => tokens.close().finally(() => configurations.close()),
  };
}

async function openSharedStores(url: string, log: Logger): Promise<Stores> {
  const onMissing = rejectMissing('DATABASE_URL needs', '@semantic-search/postgres');
  const { openSharedStorage } = await import('@semantic-search/postgres').catch(onMissing);
  const storage = await openSharedStorage(url, log);
  const configurations = new ConfigurationStore(storage.configurations);
  const tokens = tokenStore(storage.tokens);
  const close = () => tokens.close().finally(storage.close);
  // One replica at a time can claim to load the demo data.
  const isFresh = async () => configurations.isFresh && (await storage.claim());
  return { ...storage, configurations, tokens, isFresh, close };
}
