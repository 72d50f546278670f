/**
 * Whose files are: a data directory is one user's, and what root makes there becomes that user's, for the server that is
 * not root to go on with. By name where it is chowned: what a link leads to stays whose it is.
 */
import { type FileHandle, lchown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const isRoot = () => process.getuid?.() === 0;

/** Whose what root makes in a folder is to be; empty for another user, whose it is anyway. */
export async function ownerIn(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (!isRoot()) return {};
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Gives what root writes to whom the file at `path` belongs, or else its directory. */
export async function keepOwner(file: FileHandle, path: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(path).catch(() => stat(dirname(path)));
  if (uid !== 0 || gid !== 0) await file.chown(uid, gid);
}

/** Gives what root has made at `path` to whom `like` belongs. */
export async function giveToOwner(path: string, like = dirname(path)): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(like);
  await lchown(path, uid, gid);
}

/** Makes the folder and those that it is to be in, where they are missing; they belong to whom the first one's belongs to. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await giveToOwner(made, dirname(first));
}
