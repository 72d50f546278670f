/** The stores of a server over a database. */
import { type TokenStore, tokenStore } from '../../server/src/auth/token-store.ts';
import { ConfigurationStore } from '../../server/src/configurations/store.ts';
import { PostgresConfigurationStorage } from '../src/configuration-storage.ts';
import type { Database } from '../src/database.ts';
import { openTokenStorage } from '../src/token-storage.ts';

export async function openPostgresStore(database: Database): Promise<ConfigurationStore> {
  return new ConfigurationStore(await PostgresConfigurationStorage.open(database));
}

export async function openPostgresTokens(database: Database): Promise<TokenStore> {
  return tokenStore(await openTokenStorage(database));
}
