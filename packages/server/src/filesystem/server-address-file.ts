/** Where the running server of a data directory listens: `address.json`, for the command line beside it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFull } from '../system-errors.ts';
import { nullIfNotFound } from './durable-file.ts';
import { giveToOwner } from './file-ownership.ts';

/** Which process listens where. */
export interface Address {
  url: string;
  pid: number;
}

/** Written while the server listens; the returned function takes it away. A stale one is harmless: the lock decides. */
export async function publishAddress(directory: string, url: string): Promise<() => Promise<void>> {
  const path = join(directory, 'address.json');
  await write(path, { url, pid: process.pid }).catch((error) => {
    if (!isFull(error)) throw error;
    // The server answers all the same; commands beside it do not find it until it starts with room.
    process.emitWarning(`${path} could not be written: the disk is full`);
  });
  return () => rm(path, { force: true });
}

async function write(path: string, address: Address): Promise<void> {
  await writeFile(path, `${JSON.stringify(address)}\n`);
  await giveToOwner(path);
}

/** Null when no server has published one, or could not on a full disk. */
export async function publishedAddress(directory: string): Promise<Address | null> {
  const text = await readFile(join(directory, 'address.json'), 'utf8').catch(nullIfNotFound);
  return text ? (JSON.parse(text) as Address) : null;
}
