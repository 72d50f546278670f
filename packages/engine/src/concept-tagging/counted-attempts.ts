/** Counted attempts to tag documents again, over processes that did not survive one. */
import { SnapshotFolder } from '../storage/snapshot-folder.ts';

/** The end of a process may have other causes. */
const MAX_ATTEMPTS = 2;
const fileName = 'attempts';

export interface CountedAttempts {
  /** Runs work that is due, unless earlier attempts did not end; the space then works with the concepts as they are. */
  attempt(isDue: () => boolean, work: () => Promise<void>): Promise<void>;
}

/** `path` is the folder for the file that counts. */
export function countedAttempts(path: string, warn: (message: string) => void): CountedAttempts {
  const folder = new SnapshotFolder(path);
  return {
    async attempt(isDue, work) {
      const attempts = Number(folder.readChecksummed(fileName) ?? 0);
      if (!isDue()) {
        if (attempts > 0) folder.writeChecksummed(fileName, 0);
        return;
      }
      if (attempts >= MAX_ATTEMPTS)
        return warn(
          'Tagging the documents with the current thesaurus has ended the process; they keep their concepts until the thesaurus is replaced.',
        );
      folder.writeChecksummed(fileName, attempts + 1);
      await work();
      folder.writeChecksummed(fileName, 0);
    },
  };
}
