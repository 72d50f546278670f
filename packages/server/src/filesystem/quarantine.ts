/** Folder `quarantine/` for damaged and replaced files. Nothing in it is deleted. */
import { join } from 'node:path';
import { makeFolder } from './file-ownership.ts';

/** Returns its path; creates it if needed. */
export async function quarantine(directory: string): Promise<string> {
  const folder = join(directory, 'quarantine');
  await makeFolder(folder);
  return folder;
}
