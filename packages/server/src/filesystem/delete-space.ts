/** Atomic deletion of a search space: after a crash, the space is either complete or gone. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fsync, nullIfNotFound } from './durable-file.ts';
import { makeFolder } from './file-ownership.ts';

/** The caller holds the directory's lock. */
export async function deleteSpace(directory: string, name: string): Promise<void> {
  await finishDeletions(directory);
  // Deletes the crawl state first, so that a new space with this name does not reuse it.
  await rm(join(directory, 'crawl', name), { recursive: true, force: true });
  await fsync(join(directory, 'crawl')).catch(nullIfNotFound);
  await makeFolder(deletionFolder(directory));
  // The folder may have been removed by hand.
  await rename(join(directory, 'spaces', name), join(deletionFolder(directory), name)).catch(nullIfNotFound);
  for (const path of [join(directory, 'spaces'), deletionFolder(directory), directory]) await fsync(path);
  await finishDeletions(directory);
}

/** Finishes interrupted deletions. The caller holds the directory's lock. */
export async function finishDeletions(directory: string): Promise<void> {
  await rm(deletionFolder(directory), { recursive: true, force: true });
}

const deletionFolder = (directory: string): string => join(directory, 'deleting');
