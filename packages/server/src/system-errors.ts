/** What errors of the system mean (errno, by Node's names): whether something is short, and what who runs the service can do. */

interface Meaning {
  /** For who runs the service. */
  remedy: string;
  /** The same where a file was to be read, if it is another. */
  ofReading?: string;
  /** What there is too little of, in words for clients. Absent where something else is wrong. */
  short?: string;
  /** After how many seconds there may be enough of it without anyone's doing. */
  again?: number;
}

const full: Meaning = { short: 'room on its disk', remedy: 'Make room on its disk' };
const forbidden: Meaning = { remedy: 'Give this user the right to' };
const missing: Meaning = {
  remedy: 'See whether the folder that it is to be in is there',
  ofReading: 'See whether that is its name',
};

const meanings: Record<string, Meaning> = {
  EMFILE: { short: 'open files', again: 5, remedy: 'Let this process open more files (ulimit -n)' },
  ENFILE: { short: 'open files', again: 5, remedy: 'Let this machine open more files' },
  ENOMEM: { short: 'memory', again: 5, remedy: 'Give this machine more memory' },
  EAGAIN: { short: 'threads', again: 5, remedy: 'Let this user have more threads (ulimit -u)' },
  ENOSPC: full,
  EDQUOT: full,
  EROFS: { remedy: 'Make its disk writable' },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: { remedy: 'It is a folder: name a file' },
  ENOENT: missing,
  ENOTDIR: missing,
};

const unknown: Meaning = { remedy: 'See whether its disk is well' };

export function describeSystemError(code: string): Meaning {
  return Object.hasOwn(meanings, code) ? meanings[code]! : unknown;
}

/** Whether a call failed because the disk has no room for it. */
export function isFull(error: unknown): boolean {
  return describeSystemError(codeOf(error)) === full;
}

export type Shortage = Required<Pick<Meaning, 'short'>> & Pick<Meaning, 'again'>;

/** What was short, where that is behind the error; undefined where nothing was. */
export function findShortage(error: unknown): Shortage | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { short, again } = describeSystemError(codeOf(each));
    if (short !== undefined) return { short, ...(again !== undefined && { again }) };
  }
  return undefined;
}

/** Of a thread that could not be started Node says in words only why. */
function codeOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
