/** System errors (errno codes) of exhausted resources. */
import { errorsOf } from './error-chain.ts';

export interface Shortage {
  /** The exhausted resource, as shown to clients. */
  resource: string;
  /** For Retry-After, in seconds; absent if an operator has to act. */
  retryAfter?: number;
}

const fullDisk: Shortage = { resource: 'disk space' };

const shortages = new Map<string, Shortage>([
  ['EMFILE', { resource: 'open files', retryAfter: 5 }],
  ['ENFILE', { resource: 'open files', retryAfter: 5 }],
  ['ENOMEM', { resource: 'memory', retryAfter: 5 }],
  ['EAGAIN', { resource: 'threads', retryAfter: 5 }],
  ['ENOSPC', fullDisk],
  ['EDQUOT', fullDisk],
]);

/** The exhausted resource in the cause chain of `error`; undefined for other errors. */
export function findShortage(error: unknown): Shortage | undefined {
  for (const each of errorsOf(error)) {
    const shortage = shortages.get(codeOf(each));
    if (shortage) return shortage;
  }
  return undefined;
}

/** Whether the disk or the quota is full. */
export function isFull(error: unknown): boolean {
  return findShortage(error) === fullDisk;
}

/** If a worker cannot start, Node gives the errno code only in the message. */
function codeOf({ code = '', message }: NodeJS.ErrnoException): string {
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
