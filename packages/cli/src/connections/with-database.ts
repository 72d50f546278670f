/** Opens the database of configurations and tokens for the duration of a command. */

import type { StateLocation } from '@semantic-search/contract/storage';
import { openDatabase, postgresLocation } from '@semantic-search/postgres';
import type { ServerSettings } from '@semantic-search/server/settings';
import { pino } from 'pino';

/** Closes the database afterwards. Passes undefined if DATABASE_URL is not set. */
export async function withDatabase<Result>(
  { databaseUrl }: Pick<ServerSettings, 'databaseUrl'>,
  work: (database: StateLocation | undefined) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) return work(undefined);
  // Standard output is the result of a command, so the log goes to standard error.
  const database = await openDatabase(databaseUrl, pino(pino.destination(2)));
  try {
    return await work(postgresLocation(database));
  } finally {
    await database.close();
  }
}
