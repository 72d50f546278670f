/** A lock that one process holds: a file with its pid, start time and boot id, so that a dead one's is known as such. */
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { nullWhenMissing } from './durable-file.ts';

interface Holder {
  pid: number;
  /** Clock ticks after boot, from /proc; empty where there is none. */
  started: string;
  /** Which boot of the machine; empty where that cannot be told. */
  boot: string;
  /** Which pid namespace: in another container the same pid is another process. Empty where there is none. */
  namespace: string;
  /** Which thread of the process; absent in what was only looked up. */
  thread?: number;
}

/** What this thread holds: a lock that it could not take away, for a failing disk, is a dead one. */
const held = new Set<string>();

/** So often a holder renews its lock, for those who cannot see its process; in milliseconds. */
const renewal = 5000;
/** A lock that was not renewed for so long has no living holder, whoever looks. */
const longestSilence = 4 * renewal;

export type Unlock = () => Promise<void>;

/** The lock is held by a living process. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** Takes the lock at `path`, waiting up to `wait` milliseconds for a living holder. A dead holder's is taken at once. */
export async function takeLock(path: string, { wait = 0 } = {}): Promise<Unlock> {
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const own = JSON.stringify({ ...(await holderOf(process.pid)), thread: threadId });
  try {
    await writeFile(aside, own);
    for (const deadline = Date.now() + wait; ; await sleep(20)) {
      if (await linked(aside, path)) return hold(path, own);
      const text = await readFile(path, 'utf8').catch(nullWhenMissing);
      if (text !== null && !(await isAlive(path, text))) await removeDead(path, text, aside);
      else if (text !== null && Date.now() >= deadline) {
        throw new LockedError(
          `${path} is held by process ${parseHolder(text)?.pid}; one process at a time writes here`,
        );
      }
    }
  } finally {
    await rm(aside, { force: true }).catch(() => undefined); // It locks nothing, so it may stay.
  }
}

/**
 * The process that holds the lock at `path`, for who wants to tell it something. Throws LockedError where it lives in
 * another container, or on another machine: here its pid is another process, or none.
 */
export async function processHolding(path: string): Promise<number> {
  const holder = parseHolder(await readFile(path, 'utf8'));
  const own = await holderOf(process.pid);
  const here = holder && holder.boot === own?.boot && holder.namespace === own.namespace;
  if (here) return holder.pid;
  throw new LockedError(
    `${path} is held in another container, whose processes cannot be told anything from here: do it there, or stop the server first`,
  );
}

function hold(path: string, own: string): Unlock {
  held.add(path);
  const renew = () => utimes(path, new Date(), new Date()).catch(() => undefined); // The next turn tries again.
  const timer = setInterval(renew, renewal).unref();
  const release = async () => {
    const now = await readFile(path, 'utf8').catch(nullWhenMissing);
    if (now === own) await rm(path, { force: true });
  };
  return async () => {
    clearInterval(timer);
    // A lock that stays would lock out its own process too, so it is worth a second try.
    await release()
      .catch(release)
      .finally(() => held.delete(path));
  };
}

/** A hard link appears whole or not at all, and only where nothing is. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two processes may find the same dead lock; the one that comes second must not take the first one's new lock away. */
async function removeDead(path: string, dead: string, aside: string): Promise<void> {
  const taken = `${aside}.dead`;
  const moved = await rename(path, taken).then(() => true, nullWhenMissing);
  if (!moved) return;
  if ((await readFile(taken, 'utf8')) !== dead) await linked(taken, path);
  await rm(taken, { force: true });
}

async function isAlive(path: string, text: string): Promise<boolean> {
  const holder = parseHolder(text);
  const own = await holderOf(process.pid);
  if (!holder || holder.boot !== own?.boot) return false;
  if (holder.namespace !== own.namespace) return wasRenewed(path);
  if (holder.pid === process.pid && holder.started === own.started && holder.thread === threadId)
    return held.has(path);
  const now = await holderOf(holder.pid);
  return now !== null && now.started === holder.started;
}

async function wasRenewed(path: string): Promise<boolean> {
  const stats = await stat(path).catch(nullWhenMissing);
  return stats !== null && Date.now() - stats.mtimeMs < longestSilence;
}

function parseHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' ? (holder as Holder) : null;
  } catch {
    // A lock that was torn by a power loss has no living holder.
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
