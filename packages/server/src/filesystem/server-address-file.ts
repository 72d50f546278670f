/** File `address.json`: URL and PID of the running server, for commands with the same data directory. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner } from '@semantic-search/engine/file-ownership';
import { nullIfNotFound } from './durable-file.ts';

export interface Address {
  url: string;
  /** Origin for visitors, if the server is behind a proxy. */
  publicUrl?: string;
  pid: number;
}

/** Writes the file. The returned function removes it. A stale file is harmless, because commands check the lock. */
export async function publishAddress(
  directory: string,
  url: string,
  publicUrl?: string,
): Promise<() => Promise<void>> {
  const path = join(directory, 'address.json');
  const address = { url, publicUrl, pid: process.pid };
  try {
    await writeFile(path, `${JSON.stringify(address)}\n`);
    chownToFolderOwner(path);
  } catch (error) {
    // The server still works, but commands cannot find it until it restarts and can write the file.
    process.emitWarning(`${path} could not be written: ${(error as Error).message}`);
  }
  return () => rm(path, { force: true });
}

/** Returns null if no server has published its address. */
export async function publishedAddress(directory: string): Promise<Address | null> {
  const text = await readFile(join(directory, 'address.json'), 'utf8').catch(nullIfNotFound);
  return text ? (JSON.parse(text) as Address) : null;
}
