/**
 * Snapshots: the index as files beside the database, so that opening need not rebuild it. Never the only copy.
 * Files are written aside, synced and renamed; the manifest comes last and names all others with their checksums.
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
import { decodeRecord, encodeRecord } from './binary-format.ts';
import { chownToFolderOwner } from './file-ownership.ts';

/** Raised when files change their meaning: older ones are then rebuilt. */
const version = 22;

export interface SnapshotFile {
  name: string;
  checksum: number;
}

export interface Manifest {
  version: number;
  /** Of the state of the database that it was made of. */
  mark: string;
  /** All documents up to this key are in it, but those removed after `removal`. */
  key: number;
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
    // Something else of this name is in the way, and as good as no snapshot.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) rmSync(folder, { force: true });
    if (mkdirSync(folder, { recursive: true }) !== undefined) chownToFolderOwner(folder);
  }

  /** Undefined where there is none. Throws where it is damaged or of another version. */
  manifest(): Manifest | undefined {
    const manifest = this.readChecksummed(manifestName) as Manifest | undefined;
    if (manifest && manifest.version !== version) throw new Error('it was written by another version');
    return manifest;
  }

  /** Throws where the file is missing or damaged. */
  read(file: SnapshotFile): unknown {
    const { buffer, checksum } = this.#readFile(file.name);
    if (checksum !== file.checksum) throw new Error(`${file.name} is damaged`);
    return decodeRecord(buffer);
  }

  /** Elsewhere than on this thread: questions are answered meanwhile. The value must not change until then. */
  async write(name: string, value: unknown): Promise<SnapshotFile> {
    const aside = join(this.#folder, `${name}.new`);
    const file = await open(aside, 'w');
    let checksum = 0;
    try {
      for (const chunk of encodeRecord(value)) {
        await file.writeFile(chunk);
        checksum = crc32(asBuffer(chunk), checksum);
      }
      await file.sync();
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    chownToFolderOwner(aside);
    await rename(aside, join(this.#folder, name));
    return { name, checksum };
  }

  /** A file that carries its own checksum. Undefined where there is none; throws where it is damaged. */
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

  /** Makes the files named by `manifest` the snapshot, and removes all others. */
  publish(content: Omit<Manifest, 'version'>): void {
    const manifest: Manifest = { version, ...content };
    // The files named have to be there before the manifest is.
    this.#syncFolder();
    this.writeChecksummed(manifestName, manifest);
    const kept = new Set([manifestName, manifest.tables.name, ...manifest.segments.map((file) => file.name)]);
    for (const name of readdirSync(this.#folder))
      if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true });
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
        if (read === 0) throw new Error(`${name} ends too early`);
        at += read;
      }
      return { buffer, checksum: crc32(Buffer.from(buffer)) };
    } finally {
      closeSync(file);
    }
  }

  #writeFile(name: string, chunks: Uint8Array[]): void {
    const aside = join(this.#folder, `${name}.new`);
    const file = openSync(aside, 'w');
    try {
      for (const chunk of chunks) {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at, chunk.length - at);
      }
      fsyncSync(file);
    } catch (error) {
      // On a full disk half a file would be in the way.
      rmSync(aside, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    chownToFolderOwner(aside);
    renameSync(aside, join(this.#folder, name));
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
