/** Deadline for backend calls, with client aborts, and errors mapped to problems. */
import { QueryError } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';

export interface DeadlineOptions {
  /** Name of the search space, for messages. */
  space: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Maximum duration of the whole call in milliseconds (docs/http-api.md#limits). */
  deadline: number;
}

/**
 * Runs a call with a signal that aborts it at the deadline or when the client disconnects.
 *
 * Rejects with a problem: 404 for an unknown document, 400 for an unknown facet or plugin, 504 after the deadline, 502 for
 * other failures. The cause is for the log and never part of the response.
 */
export async function withDeadline<Result>(
  options: DeadlineOptions,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal: client, deadline } = options;
  if (client.aborted) throw clientDisconnected();
  const ending = new AbortController();
  // Rejects on abort even if the backend ignores the signal.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    ending.abort(reason);
    reject(reason);
  };
  let timedOut = false;
  // AbortSignal.timeout would keep its timer, and create its exception, after the call has completed.
  const timer = setTimeout(() => {
    timedOut = true;
    end(new DOMException('The deadline has passed.', 'TimeoutError'));
  }, deadline);
  const onAbort = () => end(client.reason);
  client.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([call(ending.signal), ended]);
  } catch (error) {
    throw toProblem(error, options, timedOut);
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', onAbort);
  }
}

function toProblem(error: unknown, options: DeadlineOptions, timedOut: boolean): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryError) {
    const code = error.code === 'unknown-document' ? 'not-found' : 'bad-request';
    return new ProblemError(code, error.message, { cause: error });
  }
  if (timedOut) {
    const seconds = options.deadline / 1000;
    return new ProblemError(
      'gateway-timeout',
      `The search space "${options.space}" did not respond within ${seconds} s.`,
      { cause: error },
    );
  }
  if (options.signal.aborted) return clientDisconnected();
  return new ProblemError('bad-gateway', `The backend of the search space "${options.space}" failed.`, {
    cause: error,
  });
}

const clientDisconnected = () =>
  new ProblemError('bad-request', 'The client disconnected before the response.');
