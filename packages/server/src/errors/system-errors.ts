/** System errors (errno codes) of exhausted resources. */
import { errorsOf } from './error-chain.ts';
import { DEFAULT_RETRY_SECONDS } from './problem.ts';

export interface Shortage {
  /** The exhausted resource, as shown to clients. */
  resource: string;
  /** Headers of the response. */
  headers: Record<string, string>;
}

/** Shortage of a resource that becomes free by itself. */
const temporary = (resource: string): Shortage => {
  return { resource, headers: { 'Retry-After': `${DEFAULT_RETRY_SECONDS}` } };
};
/** An operator has to free disk space, so clients are not told to try again at a certain time. */
const fullDisk: Shortage = { resource: 'disk space', headers: {} };

const shortages = new Map([
  ['EMFILE', temporary('open files')],
  ['ENFILE', temporary('open files')],
  ['ENOMEM', temporary('memory')],
  ['EAGAIN', temporary('threads')],
  ['ENOSPC', fullDisk],
  ['EDQUOT', fullDisk],
]);

/** The shortage in the cause chain of `error`; undefined for other errors. */
export function findShortage(error: unknown): Shortage | undefined {
  const shortagesOfCauses = errorsOf(error).map((cause) => shortages.get(codeOf(cause)));
  return shortagesOfCauses.find((shortage) => shortage !== undefined);
}

/** If a worker cannot start, Node gives the errno code only in the message. */
function codeOf({ code = '', message }: NodeJS.ErrnoException): string {
  return code === 'ERR_WORKER_INIT_FAILED' ? (/: (E[A-Z0-9]+)$/u.exec(message)?.[1] ?? '') : code;
}
