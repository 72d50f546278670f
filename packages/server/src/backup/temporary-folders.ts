/**
 * Temporary folders that are named after their process.
 *
 * They contain keys, so the folders of killed processes are removed.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates a folder and removes those of dead processes with the same prefix. */
export async function makeTemporaryFolder(parent: string, prefix: string): Promise<string> {
  await removeStaleFolders(parent, prefix);
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

async function removeStaleFolders(parent: string, prefix: string): Promise<void> {
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
