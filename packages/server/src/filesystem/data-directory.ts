/** The folder that the setting DATA_DIR names, made where it is missing. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nullIfNotFound } from './durable-file.ts';

/** Throws with the name of the setting where there can be no such folder. */
export async function makeDataDirectory(path: string): Promise<void> {
  await makeFolder(resolve(path)).catch((cause: Error) => {
    throw new Error(`DATA_DIR: there is no folder ${path}, nor can it be made (${cause.message})`, { cause });
  });
}

/** One after the other from the top: where nothing can be made, as in /proc, Node's recursive mkdir never ends. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error) => {
    // Another process may have been faster.
    if (!(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNotFound))?.isDirectory() ?? false;
}
