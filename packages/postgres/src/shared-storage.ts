/** Storage of servers that share a PostgreSQL database. */
import type {
  AuditStorage,
  ConfigurationStorage,
  InsightStorage,
  TokenStorage,
} from '@semantic-search/contract/storage';
import type { Logger } from 'pino';
import { auditStorage } from './audit-storage.ts';
import { openConfigurationStorage } from './configuration-storage.ts';
import { openDatabase } from './database.ts';
import { openInsightStorage } from './insight-storage.ts';
import { type RateLimitCounters, rateLimitCounters } from './rate-limit-counters.ts';
import { openTokenStorage } from './token-storage.ts';

export interface SharedStorage extends Pick<RateLimitCounters, 'counter'> {
  configurations: ConfigurationStorage;
  tokens: TokenStorage;
  audit: AuditStorage;
  insight: InsightStorage;
  /** True for one of the servers, until it closes or ends. */
  claim(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openSharedStorage(url: string, log: Logger): Promise<SharedStorage> {
  const database = await openDatabase(url, log);
  try {
    const configurations = await openConfigurationStorage(database);
    const tokens = await openTokenStorage(database);
    const insight = await openInsightStorage(database);
    const requests = rateLimitCounters(url, database);
    return {
      configurations,
      tokens,
      audit: auditStorage(database),
      insight,
      counter: requests.counter,
      claim: database.claim,
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
