/** Checkpoints of file ingestion, so that an interrupted run resumes after the last durable batch. */

import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder, nullIfNotFound, replaceFile } from '@semantic-search/server/filesystem';

export interface IngestCheckpoint {
  /** The last durable line of the file; 0 if ingestion has not started, is complete, or the file has changed. */
  read(file: string): Promise<number>;
  write(file: string, line: number): Promise<void>;
  clear(file: string): Promise<void>;
}

export const noCheckpoint: IngestCheckpoint = {
  read: async () => 0,
  write: async () => undefined,
  clear: async () => undefined,
};

interface StoredCheckpoint {
  size: number;
  modified: number;
  line: number;
}

/** Stored in `directory`, one file per space and input file. A lost checkpoint only repeats work: ingestion is idempotent. */
export function ingestCheckpoints(directory: string, space: string): IngestCheckpoint {
  const checkpointPath = (file: string) => {
    const name = createHash('sha256').update(resolve(file)).digest('hex').slice(0, 16);
    return join(directory, space, `${name}.json`);
  };
  return {
    async read(file) {
      const text = await readFile(checkpointPath(file), 'utf8').catch(nullIfNotFound);
      if (text === null) return 0;
      const stored = parseCheckpoint(text);
      const { size, mtimeMs } = await stat(file);
      return stored?.size === size && stored.modified === mtimeMs ? stored.line : 0;
    },
    async write(file, line) {
      const { size, mtimeMs } = await stat(file);
      await makeFolder(join(directory, space));
      // Atomic rename: a killed process leaves the previous checkpoint.
      await replaceFile(
        checkpointPath(file),
        JSON.stringify({ size, modified: mtimeMs, line } satisfies StoredCheckpoint),
      );
    },
    clear: (file) => rm(checkpointPath(file), { force: true }),
  };
}

/** Returns null for an unreadable checkpoint. */
function parseCheckpoint(text: string): StoredCheckpoint | null {
  try {
    return JSON.parse(text) as StoredCheckpoint;
  } catch {
    return null;
  }
}
