/** Small JSON files that nothing else could restore: with a checksum, so that one changed byte is noticed, and of one shape. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { durableFile, nullIfNotFound } from './durable-file.ts';
import { naming } from './file-error.ts';

/** Whether what was read is what such a file holds. A function, since compiling schemas would cost each start 10 ms. */
export type Shape<Data> = (data: object) => data is Data & object;

/** As `durableFile`; `read` throws also when the content is not what was written. */
export function checkedFile<Data extends object>(
  path: string,
  mode: number,
  shape: Shape<Data>,
): Adapter<Data> {
  const file = durableFile<Data>(path, mode);
  return {
    async read() {
      const text = await naming(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      return text === null ? null : readChecked(path, text, shape);
    },
    write: (data) => file.write(summed(data)),
  };
}

/** The content of the text of such a file. Throws when it is damaged. */
export function readChecked<Data extends object>(path: string, text: string, shape: Shape<Data>): Data {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is damaged: it holds no valid JSON`, { cause });
  }
  return intact(path, stored, shape);
}

export function summed<Data extends object>(data: Data): Data & { sum: string } {
  return { ...data, sum: sumOf(data) };
}

function intact<Data extends object>(path: string, stored: unknown, shape: Shape<Data>): Data {
  const { sum, ...data } = (stored ?? {}) as { sum?: unknown };
  if (sum === undefined) throw new Error(`${path} is damaged: it has no checksum`);
  if (sum !== sumOf(data)) throw new Error(`${path} is damaged: its checksum is another`);
  if (!shape(data)) throw new Error(`${path} is damaged: it does not hold what such a file holds`);
  return data;
}

function sumOf(data: object): string {
  return hash('sha256', JSON.stringify(data), 'base64url');
}
