/** A file that another process may replace, such as the command line beside a running server. */
import { readFileSync } from 'node:fs';
import { readChecked, type Shape } from './checksummed-file.ts';
import { versionOf } from './durable-file.ts';

export interface FollowedFile {
  /** Takes in what another process has written. Never throws: what cannot be read changes nothing and is `trouble`. */
  refresh(): void;
  /** What lies there now was written here and is known. */
  skip(): void;
  /** Why what lies there could not be taken in, in words for the operator; null when it was. */
  trouble(): string | null;
}

/** `take` may throw where it cannot use the data; `known` is the version whose content it has already. */
export function followFile<Data extends object>(
  path: string,
  known: string,
  shape: Shape<Data>,
  take: (data: Data) => void,
): FollowedFile {
  let trouble: string | null = null;
  return {
    refresh() {
      try {
        // Asked for before it is read: what is replaced in between is read again.
        const version = versionOf(path);
        if (version !== known) take(readChecked(path, readFileSync(path, 'utf8'), shape));
        known = version;
        trouble = null;
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
      }
    },
    skip() {
      known = versionOf(path);
      trouble = null;
    },
    trouble: () => trouble,
  };
}
