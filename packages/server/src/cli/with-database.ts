/** The database that keeps configurations and tokens, for a command. */
import { pino } from 'pino';
import { openDatabase } from '../configurations/store-postgres/database.ts';
import { type DatabasePlace, postgresPlace } from '../configurations/store-postgres/state-location.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

/** Closed when the work is done; undefined where the data directory keeps them. */
export async function withDatabase<Result>(
  { databaseUrl }: Pick<ServerSettings, 'databaseUrl'>,
  work: (database: DatabasePlace | undefined) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) return work(undefined);
  // What a command prints is its answer, so its log goes beside it.
  const database = await openDatabase(databaseUrl, pino(pino.destination(2)));
  try {
    return await work(postgresPlace(database));
  } finally {
    await database.close();
  }
}
