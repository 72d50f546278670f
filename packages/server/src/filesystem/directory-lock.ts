/**
 * A data directory is one process's at a time. `LOCK` says whose, for people and for commands that want to tell it
 * something; it is information and decides nothing, so a stale one does no harm.
 */
import { readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFull } from '../system-errors.ts';
import { requireOwnState } from './check-ownership.ts';
import { nullIfNotFound } from './durable-file.ts';
import { LockedError, takeLock, type Unlock } from './lock.ts';

interface Holder {
  pid: number;
  /** Clock ticks after boot, from /proc; empty where there is none. */
  started: string;
  /** Which boot of the machine; empty where that cannot be told. */
  boot: string;
  /** Which pid namespace: in another container the same pid is another process. Empty where there is none. */
  namespace: string;
}

/** Is there while the state of the directory is half that of a dump (see `dump/offer.ts`). */
export const restoringFolder = 'restoring';

interface Wish {
  /** Whoever goes on with a restore that broke off half way. */
  alsoHalfRestored?: boolean;
}

/** Throws LockedError when somebody has it, this process too; another error while its state is another user's, or half that of a dump. */
export async function lockDirectory(
  directory: string,
  { alsoHalfRestored = false }: Wish = {},
): Promise<Unlock> {
  const path = join(directory, 'LOCK');
  const unlock = await takeLock(path).catch(async (error) => {
    throw error instanceof LockedError ? await naming(directory, error) : error;
  });
  try {
    await requireOwnState(directory);
    if (!alsoHalfRestored) await requireWholeState(directory);
    // First, so that it never names somebody else, whatever the disk refuses then.
    await rm(path, { force: true });
    await writeFile(path, JSON.stringify(await holderOf(process.pid))).catch(whenFull);
  } catch (error) {
    await unlock();
    throw error;
  }
  return async () => {
    // Where it stays, it names a process that is gone, and decides nothing.
    await rm(path, { force: true })
      .catch(() => undefined)
      .finally(unlock);
  };
}

/**
 * The process that has the directory, for who wants to tell it something. Throws LockedError where it does not say, or
 * lives in another container or on another machine: here its pid is another process, or none.
 */
export async function processHolding(directory: string): Promise<number> {
  const path = join(directory, 'LOCK');
  const holder = await holderIn(path);
  if (!holder) throw new LockedError(`${path} does not say which process has the directory; try again`);
  if (await isHere(holder)) return holder.pid;
  throw new LockedError(
    `${path} is held in another container, whose processes cannot be told anything from here: do it there, or stop the server first`,
  );
}

/** Whether somebody seems to have it, as far as `LOCK` and the processes that can be seen tell; nothing is locked. */
export async function seemsOpen(directory: string): Promise<boolean> {
  const holder = await holderIn(join(directory, 'LOCK'));
  if (!holder) return false;
  if (!(await isHere(holder))) return true;
  return (await holderOf(holder.pid))?.started === holder.started;
}

/** Whatever were read or written there would be of no state that ever was. */
async function requireWholeState(directory: string): Promise<void> {
  if ((await stat(join(directory, restoringFolder)).catch(nullIfNotFound)) === null) return;
  const remedy = 'start the server, which goes on with it, and do it again';
  throw new Error(`${directory} has half the state of a dump, whose restore broke off: ${remedy}`);
}

async function naming(directory: string, cause: LockedError): Promise<LockedError> {
  const holder = await holderIn(join(directory, 'LOCK'));
  const who = holder ? `process ${holder.pid}` : 'another process';
  return new LockedError(`${directory} is held by ${who}; one process at a time writes here`, { cause });
}

async function isHere({ boot, namespace }: Holder): Promise<boolean> {
  const own = await holderOf(process.pid);
  return boot === own?.boot && namespace === own.namespace;
}

/** Null where there is none, or none that can be read: the disk was full, or a power loss tore it. */
async function holderIn(path: string): Promise<Holder | null> {
  const text = await readFile(path, 'utf8').catch(nullIfNotFound);
  try {
    const holder = JSON.parse(text ?? 'null') as Partial<Holder> | null;
    return typeof holder?.pid === 'number' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

/** Null when no such process lives. */
async function holderOf(pid: number): Promise<Holder | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  const [status, boot, namespace] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  // The name in the second field may hold spaces and brackets; the start time is the 20th field after it.
  return {
    pid,
    started: status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '',
    boot: boot.trim(),
    namespace,
  };
}

/** A full disk has no room for it, and the server is to start: what it keeps can be read there. */
function whenFull(error: NodeJS.ErrnoException): void {
  if (!isFull(error)) throw error;
  process.emitWarning(`LOCK does not name this process: ${error.message}`);
}
