/** Someone else saved after this page had read: what they changed, and what was changed here. */
import { type Connection, getConfiguration, getConfigurationLogs } from '@semantic-search/client';
import type { Configuration, ConfigurationSettings, LogEntry } from '@semantic-search/contract';
import { type Difference, differences } from './draft.ts';

export interface Conflict {
  theirs: Configuration;
  etag: string;
  /** The newest entry of the history: who it was and when. */
  last: LogEntry | undefined;
  /** From what this page began with to theirs, and to ours. */
  theirChanges: Difference[];
  ourChanges: Difference[];
}

/** Reads what they saved. Rejects with ApiError. */
export async function readConflict(
  connection: Connection,
  id: number,
  { saved, draft }: { saved: ConfigurationSettings; draft: ConfigurationSettings },
): Promise<Conflict> {
  let etag = '';
  const onHeaders = (headers: Headers) => {
    etag = headers.get('etag') ?? '';
  };
  const theirs = await getConfiguration(connection, id, { onHeaders });
  const { logs } = await getConfigurationLogs(connection, id, { count: 1 });
  return {
    theirs,
    etag,
    last: logs[0],
    theirChanges: differences(saved, theirs.config),
    ourChanges: differences(saved, draft),
  };
}
