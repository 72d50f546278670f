/** Service for statistics of searches: their storage, and the recorder of events. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsightStorage } from '@semantic-search/contract/storage';
import { chownToFolderOwner } from '@semantic-search/engine';
import { errorMessage } from '@semantic-search/query/errors';
import type { Logger } from 'pino';
import { ProblemError } from '../errors/problem.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { eventRecorder } from './event-recorder.ts';
import { openInsightDatabase } from './insight-database.ts';

export type InsightService = ReturnType<typeof openInsight>;

export const INSIGHT_FILE = 'insight.sqlite';

/** `shared` is a storage that several servers share. A damaged file or full disk affects only the statistics. */
export function openInsight(
  settings: Pick<ServerSettings, 'dataDirectory' | 'insightRetentionDays'>,
  log: Logger,
  metrics: Pick<Metrics, 'events'>,
  shared?: InsightStorage,
) {
  const { dataDirectory, insightRetentionDays: retentionDays } = settings;
  let failure: string | null = null;
  const onFailure = (error: unknown) => {
    const reason = errorMessage(error);
    if (failure !== reason) log.warn({ error }, 'Search events cannot be counted');
    failure = reason;
  };
  const storage = shared ?? openOrReject(join(dataDirectory, INSIGHT_FILE), onFailure);
  const add: InsightStorage['add'] = async (batch) => {
    await storage.add(batch);
    failure = null;
  };
  const observed = { ...storage, add };
  const recorder = eventRecorder({ storage: observed, retentionDays, onFailure, count: metrics.events });
  /** Why nothing can be counted; null if everything works. */
  const unavailableReason = () => failure;
  return { recorder, storage, retentionDays, unavailableReason };
}

/** Reads statistics with all counts so far. Throws service-unavailable if the storage fails. */
export async function fromStorage<Result>({ recorder }: InsightService, read: () => Promise<Result>) {
  await recorder.flush();
  return read().catch((cause: unknown) => {
    throw new ProblemError('service-unavailable', 'The statistics of searches cannot be read.', { cause });
  });
}

/** If the file cannot be opened, all operations reject. */
function openOrReject(file: string, onFailure: (error: unknown) => void): InsightStorage {
  try {
    // Creates the file first: SQLite gives its other files the owner of this file.
    appendFileSync(file, '');
    chownToFolderOwner(file);
    return openInsightDatabase(file);
  } catch (error) {
    onFailure(error);
    const reject = () => Promise.reject(error);
    const reads = { series: reject, queries: reject, query: reject, languages: reject };
    const others = { uses: reject, follows: reject, add: reject, prune: reject };
    return { ...reads, ...others, close: async () => undefined };
  }
}
