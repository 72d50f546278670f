/** Storage errors of an embedded space as problems for clients; the log has the details. */
import { type StorageCode, StorageError } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';
import { findShortage } from '../errors/system-errors.ts';

const faults: Record<StorageCode, string> = {
  'storage-full': 'cannot be changed: the disk is full. Nothing was changed; try again later',
  'storage-damaged': 'cannot be used: its files are damaged',
  'storage-locked': 'is in use by another process',
  'storage-closed': 'has been closed',
  'storage-ended': 'has stopped and will be reopened in a few seconds',
  'storage-failed': 'cannot be read or written: the disk reports an error',
};

const resourceShortage = (short: string) =>
  `is unavailable: the server does not have enough ${short}. Nothing was changed; try again later`;

/** Returns other errors unchanged. `name` is that of the space. */
export function storageProblem(error: unknown, name: string): unknown {
  const short = findShortage(error)?.resource;
  const fault = error instanceof StorageError ? faults[error.code] : short && resourceShortage(short);
  if (fault === undefined) return error;
  const detail = `The search space "${name}" ${fault}.`;
  const isOpenedAgain = error instanceof StorageError && error.code === 'storage-ended';
  const headers: Record<string, string> = isOpenedAgain ? { 'Retry-After': '5' } : {};
  return new ProblemError('service-unavailable', detail, { cause: error, headers });
}
