/** File ownership: files created by root get the owner of an existing file or folder. */
import { type FileHandle, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chownToFolderOwner } from '@semantic-search/engine/file-ownership';

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

/** Creates the folder and its missing parents, with the owner of the existing parent. */
export async function makeFolder(path: string): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true });
  if (firstCreated === undefined) return;
  for (let folder = path; folder.length >= firstCreated.length; folder = dirname(folder))
    chownToFolderOwner(folder, dirname(firstCreated));
}
