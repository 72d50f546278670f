/** Remembers how far a file was taken in, so that an interrupted ingestion goes on there. */
import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nullIfNotFound, replaceFile } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';

export interface IngestCheckpoint {
  /** The last line of the file that is durable; 0 when it was never begun, was finished, or has changed since. */
  read(file: string): Promise<number>;
  write(file: string, line: number): Promise<void>;
  clear(file: string): Promise<void>;
}

export const noCheckpoint: IngestCheckpoint = {
  read: async () => 0,
  write: async () => undefined,
  clear: async () => undefined,
};

interface Mark {
  size: number;
  modified: number;
  line: number;
}

/** Marks live in `directory`, in a folder for each space, one a file. Losing one only repeats work: content is replaced by itself. */
export function ingestCheckpoints(directory: string, space: string): IngestCheckpoint {
  const markOf = (file: string) => {
    const name = createHash('sha256').update(resolve(file)).digest('hex').slice(0, 16);
    return join(directory, space, `${name}.json`);
  };
  return {
    async read(file) {
      const text = await readFile(markOf(file), 'utf8').catch(nullIfNotFound);
      if (text === null) return 0;
      const mark = parseMark(text);
      const { size, mtimeMs } = await stat(file);
      return mark?.size === size && mark.modified === mtimeMs ? mark.line : 0;
    },
    async write(file, line) {
      const { size, mtimeMs } = await stat(file);
      await makeFolder(join(directory, space));
      // Whoever is killed in the middle of this leaves the former one.
      await replaceFile(markOf(file), JSON.stringify({ size, modified: mtimeMs, line } satisfies Mark));
    },
    clear: (file) => rm(markOf(file), { force: true }),
  };
}

/** A mark that cannot be read is no mark. */
function parseMark(text: string): Mark | null {
  try {
    return JSON.parse(text) as Mark;
  } catch {
    return null;
  }
}
