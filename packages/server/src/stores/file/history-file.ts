/** History files: `<id>.history.jsonl`, one line per change, appended and synced. */

import { constants } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner } from '@semantic-search/engine';

export type Open = typeof openFile;
type Handle = Awaited<ReturnType<Open>>;

const CHUNK_BYTES = 64 * 1024;

export const configurationsFolder = (directory: string): string => join(directory, 'configurations');

export const historyName = (id: number): string => `${id}.history.jsonl`;

export const historyPath = (directory: string, id: number): string =>
  join(configurationsFolder(directory), historyName(id));

/**
 * Writes the lines at offset `size` and syncs them. Creates the file if it is missing, but does not sync its folder.
 *
 * @returns the new size in bytes. If it rejects, the file may have additional bytes: see `cutHistory`.
 */
export async function appendLines(
  path: string,
  size: number,
  lines: readonly string[],
  open: Open = openFile,
): Promise<number> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    const { size: found } = await file.stat();
    if (found !== size) throw new Error(`${path} has ${found} bytes instead of ${size}`);
    await writeAll(file, bytes, size);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (size === 0) chownToFolderOwner(path);
  return size + bytes.length;
}

/** Removes everything after the first `size` bytes, and syncs. */
export async function cutHistory(path: string, size: number, open: Open = openFile): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    const { size: found } = await file.stat();
    if (found < size) throw new Error(`${path} has ${found} bytes instead of ${size}`);
    await file.truncate(size);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** One write may accept fewer bytes than it was given, such as on a disk that becomes full. */
async function writeAll(file: Handle, bytes: Buffer, start: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done);
    if (bytesWritten === 0) throw new Error('The disk accepts no more bytes');
    done += bytesWritten;
  }
}

/** Yields the lines between two offsets, without newlines, and returns the bytes after the last newline. */
export async function* linesForward(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<string, Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks(path, start, end)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = rest.indexOf(10); to >= 0; to = rest.indexOf(10, from)) {
      yield rest.toString('utf8', from, to);
      from = to + 1;
    }
    rest = rest.subarray(from);
  }
  return rest;
}

/** Yields the lines before the offset `end`, which follows a newline, last line first. */
export async function* linesBackward(path: string, end: number): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  const file = await openFile(path, 'r');
  try {
    for (let from = end; from > 0; ) {
      const length = Math.min(CHUNK_BYTES, from);
      from -= length;
      rest = Buffer.concat([await readAt(file, path, from, length), rest]);
      // The last byte is the newline of the last line.
      for (let at = newlineBefore(rest); at >= 0; at = newlineBefore(rest)) {
        yield rest.toString('utf8', at + 1, rest.length - 1);
        rest = rest.subarray(0, at + 1);
      }
    }
    if (rest.length > 0) yield rest.toString('utf8', 0, rest.length - 1);
  } finally {
    await file.close();
  }
}

/** Offset of the newline before the last line of the bytes; -1 if they contain only one line or nothing. */
function newlineBefore(bytes: Buffer): number {
  return bytes.length < 2 ? -1 : bytes.lastIndexOf(10, bytes.length - 2);
}

async function* chunks(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  const file = await openFile(path, 'r');
  try {
    for (let from = start; from < end; from += CHUNK_BYTES)
      yield await readAt(file, path, from, Math.min(CHUNK_BYTES, end - from));
  } finally {
    await file.close();
  }
}

async function readAt(file: Handle, path: string, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from);
  if (bytesRead !== length) throw new Error(`${path} has lost its end after byte ${from}`);
  return buffer;
}
