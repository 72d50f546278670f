/**
 * Ownership of new files: files created by root get the owner of their folder.
 *
 * Otherwise a server that does not run as root could not use them later.
 */
import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives `path` the owner of `reference` if this process runs as root. Does not follow symbolic links. */
export function chownToFolderOwner(path: string, reference = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(reference);
  lchownSync(path, uid, gid);
}
