/**
 * File ownership: files created by root are chowned to the owner of the parent folder.
 *
 * A server that does not run as root can then use them. Links are not followed, so their targets keep their owner.
 */
import { type FileHandle, lchown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const isRoot = () => process.getuid?.() === 0;

/** Owner for files that root creates in a folder; empty for other users. */
export async function ownerOfFolder(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (!isRoot()) return {};
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Gives a file written by root to the owner of the existing file at `path`, or of its directory. */
export async function preserveOwner(file: FileHandle, path: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(path).catch(() => stat(dirname(path)));
  if (uid !== 0 || gid !== 0) await file.chown(uid, gid);
}

/** Gives the file that root created at `path` to the owner of `like`. */
export async function inheritOwner(path: string, like = dirname(path)): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(like);
  await lchown(path, uid, gid);
}

/** Creates the folder and its parents, with the owner of the first existing parent. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await inheritOwner(made, dirname(first));
}
