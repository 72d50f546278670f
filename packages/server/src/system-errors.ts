/** Maps errno codes to the exhausted resource and a remedy for the operator. */

interface Meaning {
  /** For the operator. */
  remedy: string;
  /** The remedy for failed reads, if it differs. */
  ofReading?: string;
  /** The exhausted resource, as shown to clients; absent for other errors. */
  short?: string;
  /** For Retry-After, in seconds; absent if an operator has to act. */
  again?: number;
}

const full: Meaning = { short: 'disk space', remedy: 'Free disk space' };
const forbidden: Meaning = { remedy: 'Grant this user permission' };
const missing: Meaning = {
  remedy: 'Check that its directory exists',
  ofReading: 'Check the file name',
};

const meanings: Record<string, Meaning> = {
  EMFILE: { short: 'open files', again: 5, remedy: 'Raise the open file limit of this process (ulimit -n)' },
  ENFILE: { short: 'open files', again: 5, remedy: 'Raise the open file limit of this machine' },
  ENOMEM: { short: 'memory', again: 5, remedy: 'Add memory to this machine' },
  EAGAIN: { short: 'threads', again: 5, remedy: 'Raise the thread limit of this user (ulimit -u)' },
  ENOSPC: full,
  EDQUOT: full,
  EROFS: { remedy: 'Make the file system writable' },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: { remedy: 'It is a directory; specify a file' },
  ENOENT: missing,
  ENOTDIR: missing,
};

const unknown: Meaning = { remedy: 'Check the disk for errors' };

export function describeSystemError(code: string): Meaning {
  return Object.hasOwn(meanings, code) ? meanings[code]! : unknown;
}

/** Whether a call failed because the disk or quota is full. */
export function isFull(error: unknown): boolean {
  return describeSystemError(codeOf(error)) === full;
}

export type Shortage = Required<Pick<Meaning, 'short'>> & Pick<Meaning, 'again'>;

/** The exhausted resource in the cause chain of `error`; undefined if there is none. */
export function findShortage(error: unknown): Shortage | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { short, again } = describeSystemError(codeOf(each));
    if (short !== undefined) return { short, ...(again !== undefined && { again }) };
  }
  return undefined;
}

/** If a worker cannot start, Node gives the errno code only in the message. */
function codeOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
