/** Folders in the making, named for the process that makes them: what one that was killed has left is taken away, for there are keys in it. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A new folder, beside those that other processes are making under the same prefix; what dead ones have left is gone. */
export async function makeTemporaryFolder(parent: string, prefix: string): Promise<string> {
  await removeStaleFolders(parent, prefix);
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

export async function removeStaleFolders(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) && /^(\d+)-.{6}$/.exec(name.slice(prefix.length))?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
