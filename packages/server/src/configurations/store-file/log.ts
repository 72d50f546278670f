/** The log on disk: lines are appended and synced before anyone hears of them. */
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '../../errors.ts';
import { inheritOwner } from '../../filesystem/file-ownership.ts';

/** Where the log of a data directory is, and that of a dump. */
export const logPath = (directory: string): string => join(directory, 'log', '000001.jsonl');

/** Where a line stands, in bytes; without its newline. */
export interface Position {
  offset: number;
  length: number;
}

export interface Log {
  /** The lines are on the disk when this resolves; when it rejects, the log is as it was. */
  append(lines: readonly string[]): Promise<Position[]>;
  read(position: Position): Promise<string>;
  /** Why nothing can be appended now; null when all is well. */
  trouble(): string | null;
  /** Opens the file anew and cuts it where the last good line ends; rejects when that fails too. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export type Open = typeof openFile;
type Handle = Awaited<ReturnType<Open>>;

/** `size` is where the last good line ends; what stands behind it is cut. */
export async function openLog(path: string, size: number, open: Open = openFile): Promise<Log> {
  let handle = await openAt(path, size, open);
  await inheritOwner(path);
  let trouble: string | null = null;

  async function mend(): Promise<void> {
    const opened = await openAt(path, size, open);
    await handle.close().catch(() => undefined); // It is given up: its last sync failed.
    handle = opened;
    trouble = null;
  }

  /** Cuts what a failed append left, so that nobody takes it for a change after a restart. */
  async function cutBack(cause: unknown, synced: boolean): Promise<void> {
    if (!synced) trouble = `The log could not be synced: ${String(cause)}`;
    try {
      await handle.truncate(size);
      await handle.datasync();
    } catch (error) {
      trouble ??= `A failed append could not be cut back: ${String(error)}`;
    }
  }

  return {
    async append(lines) {
      if (trouble !== null) await mend().catch(failedWrite);
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      let written = false;
      try {
        await writeAll(handle, bytes, size);
        written = true;
        await handle.datasync();
      } catch (cause) {
        await cutBack(cause, !written);
        return failedWrite(cause);
      }
      const positions = lines.map((line) => {
        const position = { offset: size, length: Buffer.byteLength(line) };
        size += position.length + 1;
        return position;
      });
      return positions;
    },
    async read({ offset, length }) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead !== length) throw new Error(`The log ends inside a line at byte ${offset}`);
      return buffer.toString();
    },
    trouble: () => trouble,
    mend,
    async close() {
      // What was refused must not come to life at the next start.
      if (trouble !== null) await mend().catch(() => undefined);
      await handle.close();
    },
  };
}

async function openAt(path: string, size: number, open: Open): Promise<Handle> {
  const handle = await open(path, 'r+');
  try {
    const { size: found } = await handle.stat();
    if (found < size) throw new Error(`${path} has lost its end: ${found} of ${size} bytes are there`);
    await handle.truncate(size);
    await handle.datasync();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A write may take fewer bytes than it was given, on a disk that fills for one. */
async function writeAll(handle: Handle, bytes: Buffer, start: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, start + done);
    if (bytesWritten === 0) throw new Error('The disk takes no more bytes');
    done += bytesWritten;
  }
}

function failedWrite(cause: unknown): never {
  throw new ProblemError('service-unavailable', 'The change could not be saved; nothing has changed.', {
    cause,
  });
}
