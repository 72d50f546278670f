/**
 * Problem responses for the errors of backends.
 *
 * A problem names the search space, but never the address or the message of a remote service.
 */
import { QueryError, type StorageCode, StorageError } from '@semantic-search/engine';
import { BackendError } from '@semantic-search/engine/backend';
import { readDate } from '@semantic-search/query/dates';
import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import { DEFAULT_RETRY_SECONDS, ProblemError, temporarilyUnavailable } from '../errors/problem.ts';
import { findShortage } from '../errors/system-errors.ts';

/** Short, because a queue of searches empties soon. */
const QUEUE_RETRY_AFTER_SECONDS = 1;
/** Longer values are capped, because the service may recover sooner. */
const MAX_RETRY_AFTER_SECONDS = 600;

/** The problem of a failed query: 404 for an unknown document, 400 for other query errors, 502 for unknown failures. */
export function callProblem(error: unknown, space: string): ProblemError {
  const problem = storageProblem(error, space);
  if (problem instanceof ProblemError) return problem;
  const details = { cause: error };
  if (error instanceof QueryError) {
    const { code, message, path } = error;
    if (code === 'unknown-document') return new ProblemError('not-found', message, details);
    const errors = path === undefined ? {} : { errors: [{ key: requestMember(path), message }] };
    return new ProblemError('bad-request', message, { ...details, ...errors });
  }
  if (error instanceof BulkheadRejectedError) return overloaded(space, QUEUE_RETRY_AFTER_SECONDS, error);
  if (error instanceof BrokenCircuitError) return overloaded(space, DEFAULT_RETRY_SECONDS, error);
  if (error instanceof TaskCancelledError) return timeoutProblem(space, error);
  return new ProblemError('bad-gateway', `The backend of the search space "${space}" failed.`, details);
}

/** The member of the request, such as `selectedFacets[0].field`, that became this member of the query. */
const requestMember = (path: string): string => path.replace(/^(selected|excluded)\b/, '$1Facets');

function overloaded(space: string, seconds: number, cause: unknown): ProblemError {
  const detail = `The search space "${space}" is overloaded or temporarily unavailable; try again later.`;
  return temporarilyUnavailable(detail, cause, seconds);
}

export const clientDisconnected = () =>
  new ProblemError('bad-request', 'The client disconnected before the response.');

function timeoutProblem(space: string, cause: unknown): ProblemError {
  const detail = `The search space "${space}" did not respond in time.`;
  return new ProblemError('gateway-timeout', detail, { cause });
}

/** The problem of a failed backend, storage or disk. Returns errors in the content unchanged. */
export function storageProblem(error: unknown, space: string): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof BackendError) return backendProblem(error, space);
  const fault = error instanceof StorageError ? faults[error.code] : shortageFault(error);
  if (fault === undefined) return error;
  const detail = `The search space "${space}" ${fault}.`;
  const isOpenedAgain = error instanceof StorageError && error.code === 'storage-ended';
  if (isOpenedAgain) return temporarilyUnavailable(detail, error);
  return new ProblemError('service-unavailable', detail, { cause: error });
}

/** Predicates of sentences about the search space. */
const faults: Record<StorageCode, string> = {
  'storage-full':
    'cannot be changed: the server has run out of disk space. Nothing was changed; try again later',
  'storage-damaged': 'cannot be used: its files are damaged',
  'storage-locked': 'is in use by another process',
  'storage-closed': 'has been closed',
  'storage-ended': 'has stopped and will be reopened in a few seconds',
  'storage-failed': 'cannot be read or written: the disk reports an error',
};

function shortageFault(error: unknown): string | undefined {
  const shortage = findShortage(error);
  if (!shortage) return undefined;
  return `is unavailable: the server has run out of ${shortage.resource}. Nothing was changed; try again later`;
}

function backendProblem(error: BackendError, space: string): ProblemError {
  const subject = `The search space "${space}"`;
  const unavailable = (detail: string) => new ProblemError('service-unavailable', detail, { cause: error });
  switch (error.kind) {
    case 'timeout':
      return timeoutProblem(space, error);
    case 'unreachable':
      return unavailable(`${subject} cannot be reached.`);
    case 'unknown-space':
      return unavailable(`${subject} does not exist at its backend.`);
    case 'outdated': {
      const remedy = 'upload its thesaurus again, which reindexes all documents, or import it again';
      return unavailable(`${subject} was indexed by an earlier version of this server: ${remedy}.`);
    }
    case 'overloaded':
      return overloaded(space, parseRetryAfter(error.retryAfter) ?? DEFAULT_RETRY_SECONDS, error);
    default: {
      const detail = `The backend of the search space "${space}" failed or returned an invalid response.`;
      return new ProblemError('bad-gateway', detail, { cause: error });
    }
  }
}

/** Seconds from now that `Retry-After` names (RFC 9110, section 10.2.3: seconds or a date); undefined if it is invalid. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/u.test(value) ? Number(value) : secondsUntil(value);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}

/** NaN for a text that is not a date. */
function secondsUntil(date: string): number {
  return Math.ceil(((readDate(date)?.start ?? Number.NaN) - Date.now()) / 1000);
}
