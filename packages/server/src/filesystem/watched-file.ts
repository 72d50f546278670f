/** Reloads a file that another process may replace, such as a command while the server runs. */
import { readFileSync } from 'node:fs';
import { parseChecksummed, type TypeGuard } from './checksummed-file.ts';
import { versionOf } from './durable-file.ts';

export interface WatchedFile {
  /** Loads changes by another process. Never throws: an unreadable file changes nothing and sets `unavailableReason`. */
  refresh(): void;
  /** Marks the current version as known, because this process wrote it. */
  skip(): void;
  /** Error message for the operator; null if the last load succeeded. */
  unavailableReason(): string | null;
}

/** `take` may throw on unusable data; `loadedVersion` is the version that is already loaded. */
export function watchFile<Data extends object>(
  path: string,
  loadedVersion: string,
  isData: TypeGuard<Data>,
  take: (data: Data) => void,
): WatchedFile {
  let unavailableReason: string | null = null;
  return {
    refresh() {
      try {
        // Determined before reading, so that a replacement in between is loaded again.
        const version = versionOf(path);
        if (version !== loadedVersion) take(parseChecksummed(path, readFileSync(path, 'utf8'), isData));
        loadedVersion = version;
        unavailableReason = null;
      } catch (error) {
        unavailableReason = error instanceof Error ? error.message : String(error);
      }
    },
    skip() {
      loadedVersion = versionOf(path);
      unavailableReason = null;
    },
    unavailableReason: () => unavailableReason,
  };
}
