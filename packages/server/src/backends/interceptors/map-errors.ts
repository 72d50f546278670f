/** Error interceptor: maps errors of engines and services to problems. */
import { QueryError } from '@semantic-search/engine';
import { ProblemError } from '../../errors/problem.ts';
import type { Interceptor } from '../call.ts';

/**
 * 404 for an unknown document, 400 for other query errors, 502 for other failures. The cause is for the log and
 * never part of the response.
 */
export const mapErrors: Interceptor = (call, next) =>
  next(call).catch((error: unknown) => {
    throw callErrorToProblem(error, call.space);
  });

/** The member of the request, such as `selectedFacets[0].field`, that became this member of the query. */
function requestMember(path: string): string {
  return path.replace(/^(selected|excluded)\b/, '$1Facets');
}

function callErrorToProblem(error: unknown, space: string): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryError) {
    const { code, message, path } = error;
    if (code === 'unknown-document') return new ProblemError('not-found', message, { cause: error });
    const errors = path === undefined ? {} : { errors: [{ key: requestMember(path), message }] };
    return new ProblemError('bad-request', message, { cause: error, ...errors });
  }
  return new ProblemError('bad-gateway', `The backend of the search space "${space}" failed.`, {
    cause: error,
  });
}
