/** Data directory that the setting DATA_DIR names: created for the server, required for commands. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { nullIfNotFound } from './durable-file.ts';

/** Throws an error with the name of the setting if the directory cannot be created. */
export async function makeDataDirectory(path: string): Promise<void> {
  await makeMissingFolders(resolve(path)).catch((cause: Error) => {
    throw new Error(`DATA_DIR: cannot create directory ${path}: ${cause.message}`, { cause });
  });
}

/** Throws if the directory does not exist, so that a command in the wrong folder creates nothing. */
export async function requireDataDirectory(path: string): Promise<void> {
  if (await isFolder(resolve(path))) return;
  const remedy =
    'Set DATA_DIR to the data directory of the server, or run the command in the folder where the server was started';
  throw new Error(`There is no data directory ${resolve(path)}. ${remedy}`);
}

/** Creates the missing folders one at a time: recursive mkdir of Node never returns in file systems such as /proc. */
async function makeMissingFolders(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeMissingFolders(dirname(path));
  await mkdir(path).catch(async (error) => {
    // Another process may have created it.
    if (!(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNotFound))?.isDirectory() ?? false;
}
