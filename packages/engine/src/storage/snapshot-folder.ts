/**
 * Snapshot folder: binary files with checksums (CRC-32).
 *
 * Each file is written under a temporary name, synced and renamed; then the folder is synced once. A snapshot is a cache, never
 * the only copy. The database names the files of the published snapshot.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decodeRecord, encodeRecord } from '@semantic-search/query/collections';
import { chownToFolderOwner } from './file-ownership.ts';

export interface SnapshotFile {
  name: string;
  checksum: number;
}

export class SnapshotFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    // A file with the name of the folder counts as a missing snapshot.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) rmSync(folder, { force: true });
    if (mkdirSync(folder, { recursive: true }) !== undefined) chownToFolderOwner(folder);
  }

  /** Throws if the file is missing or damaged. */
  read({ name, checksum }: SnapshotFile): unknown {
    const file = openSync(join(this.#folder, name), 'r');
    try {
      const buffer = new SharedArrayBuffer(fstatSync(file).size);
      const bytes = new Uint8Array(buffer);
      for (let offset = 0; offset < bytes.length; ) {
        const byteCount = readSync(file, bytes, offset, bytes.length - offset, offset);
        if (byteCount === 0) throw new Error(`${name} is truncated`);
        offset += byteCount;
      }
      if (crc32(Buffer.from(buffer)) !== checksum) throw new Error(`${name} is damaged`);
      return decodeRecord(buffer);
    } finally {
      closeSync(file);
    }
  }

  /** Resolves when the content of the file is durable. The value must not change until then. */
  async write(name: string, value: unknown): Promise<SnapshotFile> {
    const temporary = join(this.#folder, `${name}.new`);
    const file = await open(temporary, 'w');
    let checksum = 0;
    try {
      for (const chunk of encodeRecord(value)) {
        await file.writeFile(chunk);
        checksum = crc32(chunk, checksum);
      }
      await file.sync();
    } catch (error) {
      // A partial file would occupy space on a full disk.
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    chownToFolderOwner(temporary);
    await rename(temporary, join(this.#folder, name));
    return { name, checksum };
  }

  /** Resolves when the names of the written files are durable. */
  async sync(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  has({ name }: SnapshotFile): boolean {
    return existsSync(join(this.#folder, name));
  }

  /** Removes all files except these. */
  removeOthers(kept: readonly SnapshotFile[]): void {
    const keptNames = new Set(kept.map(({ name }) => name));
    for (const name of readdirSync(this.#folder))
      if (!keptNames.has(name)) rmSync(join(this.#folder, name), { recursive: true });
  }
}
