/** Copy of all histories, which is one state even while a server writes. */
import { writeFileSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { withFileError } from '../filesystem/file-error.ts';
import { configurationIds } from '../stores/file/documents.ts';
import { configurationsFolder, historyPath } from '../stores/file/history-file.ts';
import { decode, encode, type HistoryLine } from '../stores/file/history-line.ts';
import { DamagedStateError } from '../stores/file/recovery.ts';

/** What was read of one history. */
interface Reading {
  /** Bytes of the file, including a line that is not complete. */
  size: number;
  /** Number of its last change; 0 if it has none. */
  last: number;
}

/**
 * Copies the changes up to one number: histories only grow, and an activation is first written to the history of the
 * activated configuration. Verifies every line; throws DamagedStateError.
 */
export async function copyHistories(directory: string, target: string): Promise<void> {
  await mkdir(configurationsFolder(target));
  const readings = new Map<number, Reading>();
  for (const id of await configurationIds(directory))
    readings.set(id, await copyHistory(directory, target, id, Number.POSITIVE_INFINITY));
  const last = Math.max(0, ...Array.from(readings.values(), (reading) => reading.last));
  // Changes up to this number may have been written after their history was read, or to a new one.
  for (const id of await configurationIds(directory)) {
    const { size } = await stat(historyPath(directory, id));
    if (readings.get(id)?.size !== size) await copyHistory(directory, target, id, last);
  }
}

async function copyHistory(directory: string, target: string, id: number, last: number): Promise<Reading> {
  const path = historyPath(directory, id);
  const bytes = await withFileError(path, 'read', durableBytes(path));
  const lines = decodeLines(path, bytes).filter(({ number }) => number <= last);
  if (lines.length > 0)
    writeFileSync(historyPath(target, id), lines.map((line) => `${encode(line)}\n`).join(''));
  return { size: bytes.length, last: lines.at(-1)?.number ?? 0 };
}

function decodeLines(path: string, bytes: Buffer): HistoryLine[] {
  const texts = bytes.toString('utf8', 0, bytes.lastIndexOf(10) + 1).split('\n');
  return texts.slice(0, -1).map((text, index) => {
    const line = decode(text);
    if (line?.version !== index + 1) throw new DamagedStateError(path, `version ${index + 1} is damaged`);
    return line;
  });
}

/** Bytes that are on the disk. A line that could not be synced is removed by the server, and its change was rejected. */
async function durableBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  const read = async (length: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  };
  try {
    for (;;) {
      const bytes = await read((await file.stat()).size);
      await file.datasync();
      if ((await read(bytes.length)).equals(bytes)) return bytes;
    }
  } finally {
    await file.close();
  }
}
