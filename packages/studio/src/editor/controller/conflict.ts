/** Edit conflict: another person saved after this page had loaded the configuration. */
import { type Connection, getConfiguration, getConfigurationLogs } from '@semantic-search/client';
import type { Configuration, ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { type Difference, differences } from '../settings/draft.ts';

export interface Conflict {
  theirs: Configuration;
  etag: string;
  /** The newest history entry: author and date. */
  newestEntry: LogEntry | undefined;
  /** Differences from the common base to their version and to the draft. */
  theirChanges: Difference[];
  ourChanges: Difference[];
}

/** Loads the version of the other person. Rejects with ApiError. */
export async function readConflict(
  connection: Connection,
  id: number,
  { saved, draft }: { saved: ConfigurationSettings; draft: ConfigurationSettings },
): Promise<Conflict> {
  let etag = '';
  const theirs = await getConfiguration(connection, id, {
    onHeaders(headers) {
      etag = headers.get('etag') ?? '';
    },
  });
  const { logs } = await getConfigurationLogs(connection, id, { count: 1 });
  return {
    theirs,
    etag,
    newestEntry: logs[0],
    theirChanges: differences(saved, theirs.config),
    ourChanges: differences(saved, draft),
  };
}
