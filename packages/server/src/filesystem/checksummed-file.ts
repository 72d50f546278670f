/** JSON files with a checksum and a validated shape, which detects any corruption. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { durableFile, nullIfNotFound } from './durable-file.ts';
import { withFileError } from './file-error.ts';

/** Validates the structure. A function, because compiling schemas would add 10 ms to each start. */
export type TypeGuard<Data> = (data: object) => data is Data & object;

/** Like `durableFile`; `read` also throws on corruption. */
export function checksummedFile<Data extends object>(
  path: string,
  mode: number,
  shape: TypeGuard<Data>,
): Adapter<Data> {
  const file = durableFile<Data>(path, mode);
  return {
    async read() {
      const text = await withFileError(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      return text === null ? null : parseChecksummed(path, text, shape);
    },
    write: (data) => file.write(withChecksum(data)),
  };
}

/** Parses the text and verifies its checksum. Throws on corruption. */
export function parseChecksummed<Data extends object>(
  path: string,
  text: string,
  shape: TypeGuard<Data>,
): Data {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is damaged: not valid JSON`, { cause });
  }
  return intact(path, stored, shape);
}

export function withChecksum<Data extends object>(data: Data): Data & { sum: string } {
  return { ...data, sum: sumOf(data) };
}

function intact<Data extends object>(path: string, stored: unknown, shape: TypeGuard<Data>): Data {
  const { sum, ...data } = (stored ?? {}) as { sum?: unknown };
  if (sum === undefined) throw new Error(`${path} is damaged: missing checksum`);
  if (sum !== sumOf(data)) throw new Error(`${path} is damaged: checksum mismatch`);
  if (!shape(data)) throw new Error(`${path} is damaged: unexpected structure`);
  return data;
}

function sumOf(data: object): string {
  return hash('sha256', JSON.stringify(data), 'base64url');
}
