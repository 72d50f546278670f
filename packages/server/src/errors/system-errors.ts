/** Maps errno codes to the exhausted resource and a remedy for the operator. */
import { errorsOf } from './error-chain.ts';

interface SystemErrorDescription {
  /** Shown to the operator. */
  remedy: string;
  /** The remedy for failed reads, if it differs. */
  readRemedy?: string;
  /** The exhausted resource, as shown to clients; absent for other errors. */
  resource?: string;
  /** For Retry-After, in seconds; absent if an operator has to act. */
  retryAfter?: number;
}

const diskFull: SystemErrorDescription = { resource: 'disk space', remedy: 'Free disk space' };
const forbidden: SystemErrorDescription = { remedy: 'Grant this user permission' };
const missing: SystemErrorDescription = {
  remedy: 'Check that its directory exists',
  readRemedy: 'Check the file name',
};

const descriptions: Record<string, SystemErrorDescription> = {
  EMFILE: {
    resource: 'open files',
    retryAfter: 5,
    remedy: 'Raise the open file limit of this process (ulimit -n)',
  },
  ENFILE: { resource: 'open files', retryAfter: 5, remedy: 'Raise the open file limit of this machine' },
  ENOMEM: { resource: 'memory', retryAfter: 5, remedy: 'Add memory to this machine' },
  EAGAIN: { resource: 'threads', retryAfter: 5, remedy: 'Raise the thread limit of this user (ulimit -u)' },
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EROFS: { remedy: 'Make the file system writable' },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: { remedy: 'It is a directory; specify a file' },
  ENOENT: missing,
  ENOTDIR: missing,
};

const unknown: SystemErrorDescription = { remedy: 'Check the disk for errors' };

export function describeSystemError(code: string): SystemErrorDescription {
  return Object.hasOwn(descriptions, code) ? descriptions[code]! : unknown;
}

/** Whether a call failed because the disk or quota is full. */
export function isFull(error: unknown): boolean {
  return describeSystemError(codeOf(error)) === diskFull;
}

export type Shortage = Required<Pick<SystemErrorDescription, 'resource'>> &
  Pick<SystemErrorDescription, 'retryAfter'>;

/** The exhausted resource in the cause chain of `error`; undefined for other errors. */
export function findShortage(error: unknown): Shortage | undefined {
  for (const each of errorsOf(error)) {
    const { resource, retryAfter } = describeSystemError(codeOf(each));
    if (resource !== undefined) return { resource, ...(retryAfter !== undefined && { retryAfter }) };
  }
  return undefined;
}

/** If a worker cannot start, Node gives the errno code only in the message. */
function codeOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
