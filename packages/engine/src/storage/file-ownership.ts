/** Whose files of a space are: what root makes becomes that of whom its folder belongs, for who is not root to go on with. */
import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives what root has made at `path` to whom its folder belongs. What a link leads to stays whose it is. */
export function chownToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  lchownSync(path, uid, gid);
}
