/** Error interceptor: maps errors of engines and services to problems. */
import { QueryError } from '@semantic-search/engine';
import { ProblemError } from '../../errors/problem.ts';
import type { Interceptor } from '../call.ts';

/**
 * 404 for an unknown document, 400 for an unknown facet or plugin, 502 for other failures. The cause is for the log and
 * never part of the response.
 */
export const mapErrors: Interceptor = (call, next) =>
  next(call).catch((error: unknown) => {
    throw toProblem(error, call.space);
  });

function toProblem(error: unknown, space: string): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryError) {
    const code = error.code === 'unknown-document' ? 'not-found' : 'bad-request';
    return new ProblemError(code, error.message, { cause: error });
  }
  return new ProblemError('bad-gateway', `The backend of the search space "${space}" failed.`, {
    cause: error,
  });
}
