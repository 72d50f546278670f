/** Storage of the audit trail in two files; a full file replaces the earlier one. */
import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '@semantic-search/contract';
import type { AuditStorage } from '@semantic-search/contract/storage';
import { chownToFolderOwner } from '@semantic-search/engine';
import { AUDIT_FILES } from '../backup/manifest.ts';
import { nullIfNotFound } from '../filesystem/durable-file.ts';
import { taskQueue } from '../filesystem/task-queue.ts';

/** Size of about 25,000 entries; a second file keeps as many earlier entries. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

export function auditStorage(directory: string): AuditStorage {
  const [current, earlier] = AUDIT_FILES.map((name) => join(directory, name)) as [string, string];
  const inTurn = taskQueue();
  return {
    add: (entry) =>
      inTurn(async () => {
        const size = (await stat(current).catch(nullIfNotFound))?.size;
        if (size && size > MAX_FILE_BYTES) await rename(current, earlier);
        // The line break comes first: after a crash, the entry must not join an incomplete line.
        await appendFile(current, `\n${JSON.stringify(entry)}`, { mode: 0o600, flush: true });
        if (!size) chownToFolderOwner(current);
      }),
    async read(start, count) {
      const readText = (file: string) => readFile(file, 'utf8').catch(nullIfNotFound);
      const texts = await Promise.all([earlier, current].map(readText));
      const entries = texts.flatMap((text) => text?.split('\n') ?? []).flatMap(readEntry);
      return { total: entries.length, entries: entries.reverse().slice(start, start + count) };
    },
  };
}

/** The entry of a line; none for an empty or damaged line. */
function readEntry(line: string): AuditEntry[] {
  try {
    return [JSON.parse(line) as AuditEntry];
  } catch {
    return [];
  }
}
