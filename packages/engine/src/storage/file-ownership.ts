/**
 * Ownership of new files: files created by root get the owner of their folder.
 *
 * Otherwise that user could not open the search space later.
 */
import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives `path` the owner of its folder if this process runs as root. Does not follow symbolic links. */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  lchownSync(path, uid, gid);
}
