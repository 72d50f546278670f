/** System errors (errno codes) of exhausted resources. */
import { errorsOf } from './error-chain.ts';
import { DEFAULT_RETRY_SECONDS } from './problem.ts';

const FULL_DISK = 'disk space';

/** Exhausted resources, as shown to clients. */
const shortages = new Map([
  ['EMFILE', 'open files'],
  ['ENFILE', 'open files'],
  ['ENOMEM', 'memory'],
  ['EAGAIN', 'threads'],
  ['ENOSPC', FULL_DISK],
  ['EDQUOT', FULL_DISK],
]);

/** The exhausted resource in the cause chain of `error`; undefined for other errors. */
export function findShortage(error: unknown): string | undefined {
  const resources = errorsOf(error).map((cause) => shortages.get(codeOf(cause)));
  return resources.find((resource) => resource !== undefined);
}

/** Headers of the response. An operator has to free disk space; the other resources become free by themselves. */
export const retryHeaders = (resource: string): Record<string, string> =>
  resource === FULL_DISK ? {} : { 'Retry-After': `${DEFAULT_RETRY_SECONDS}` };

/** If a worker cannot start, Node gives the errno code only in the message. */
function codeOf({ code = '', message }: NodeJS.ErrnoException): string {
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
