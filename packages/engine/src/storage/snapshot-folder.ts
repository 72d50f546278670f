/**
 * Snapshot folder: checksummed binary files, published atomically by a manifest.
 *
 * A snapshot is a cache, never the only copy. Each file is written under a temporary name, synced and renamed. The
 * manifest comes last and names all other files with their checksums (CRC-32).
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decodeRecord, encodeRecord } from '@semantic-search/query/collections';
import { chownToFolderOwner } from './file-ownership.ts';

/** Version of the file format; the index of another version is rebuilt. */
const version = 28;

export interface SnapshotFile {
  name: string;
  checksum: number;
}

export interface Manifest {
  version: number;
  /** Token of the database state that the snapshot was made from. */
  mark: string;
  /** The snapshot contains all documents up to this key. */
  key: number;
  /** Sequence number of the last removal that the snapshot includes. */
  removal: number;
  thesaurus: number;
  tables: SnapshotFile;
  segments: SnapshotFile[];
}

const manifestName = 'manifest';
const checksumLength = 8;

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

export class SnapshotFolder {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    // A file with this name counts as a missing snapshot.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) rmSync(folder, { force: true });
    if (mkdirSync(folder, { recursive: true }) !== undefined) chownToFolderOwner(folder);
  }

  /** Returns undefined if there is no manifest. Throws if it is damaged or of another version. */
  manifest(): Manifest | undefined {
    const manifest = this.readChecksummed(manifestName) as Manifest | undefined;
    if (manifest && manifest.version !== version) throw new Error('it was written by another version');
    return manifest;
  }

  /** Throws if the file is missing or damaged. */
  read(file: SnapshotFile): unknown {
    const { buffer, checksum } = this.#readFile(file.name);
    if (checksum !== file.checksum) throw new Error(`${file.name} is damaged`);
    return decodeRecord(buffer);
  }

  /** Writes asynchronously. The value must not change until the promise resolves. */
  async write(name: string, value: unknown): Promise<SnapshotFile> {
    const temporary = join(this.#folder, `${name}.new`);
    const file = await open(temporary, 'w');
    let checksum = 0;
    try {
      for (const chunk of encodeRecord(value)) {
        await file.writeFile(chunk);
        checksum = crc32(asBuffer(chunk), checksum);
      }
      await file.sync();
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    chownToFolderOwner(temporary);
    await rename(temporary, join(this.#folder, name));
    return { name, checksum };
  }

  /** Reads a file that ends with its checksum. Returns undefined if it is missing; throws if it is damaged. */
  readChecksummed(name: string): unknown {
    if (!existsSync(join(this.#folder, name))) return undefined;
    const { buffer } = this.#readFile(name);
    const bytes = Buffer.from(buffer);
    const content = bytes.subarray(0, -checksumLength);
    if (crc32(content) !== bytes.readUInt32LE(content.length)) throw new Error(`${name} is damaged`);
    return decodeRecord(buffer);
  }

  writeChecksummed(name: string, value: unknown): void {
    const checksum = encodeRecord(value).reduce((sum, chunk) => crc32(asBuffer(chunk), sum), 0);
    const last = Buffer.alloc(checksumLength);
    last.writeUInt32LE(checksum);
    this.#writeFile(name, [...encodeRecord(value), last]);
  }

  /** Publishes the files as the new snapshot and removes all others. */
  publish(content: Omit<Manifest, 'version'>): void {
    const manifest: Manifest = { version, ...content };
    // The files must be durable before the manifest names them.
    this.#syncFolder();
    this.writeChecksummed(manifestName, manifest);
    const current = new Set([
      manifestName,
      manifest.tables.name,
      ...manifest.segments.map((file) => file.name),
    ]);
    for (const name of readdirSync(this.#folder))
      if (!current.has(name)) rmSync(join(this.#folder, name), { recursive: true });
  }

  clear(): void {
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { recursive: true });
  }

  #readFile(name: string): { buffer: SharedArrayBuffer; checksum: number } {
    const file = openSync(join(this.#folder, name), 'r');
    try {
      const buffer = new SharedArrayBuffer(fstatSync(file).size);
      const bytes = new Uint8Array(buffer);
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(file, bytes, at, bytes.length - at, at);
        if (read === 0) throw new Error(`${name} is truncated`);
        at += read;
      }
      return { buffer, checksum: crc32(Buffer.from(buffer)) };
    } finally {
      closeSync(file);
    }
  }

  #writeFile(name: string, chunks: Uint8Array[]): void {
    const temporary = join(this.#folder, `${name}.new`);
    const file = openSync(temporary, 'w');
    try {
      for (const chunk of chunks) {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at);
      }
      fsyncSync(file);
    } catch (error) {
      // A partial file would occupy space on a full disk.
      rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    chownToFolderOwner(temporary);
    renameSync(temporary, join(this.#folder, name));
    this.#syncFolder();
  }

  #syncFolder(): void {
    const folder = openSync(this.#folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}
