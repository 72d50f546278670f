/** Deadline interceptor: aborts a call at its deadline or when the client disconnects. */
import { ProblemError } from '../../errors/problem.ts';
import type { Interceptor } from '../call.ts';

/**
 * Rejects with 504 after the deadline, even if the adapter ignores the signal. `limit` is the maximum duration in
 * milliseconds, for the message (reference/http-api.md#limits).
 */
export function deadline(limit: number): Interceptor {
  return async (call, next) => {
    const { signal: client, space } = call;
    if (client.aborted) throw clientDisconnected();
    const controller = new AbortController();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    let hasTimedOut = false;
    // AbortSignal.timeout would keep its timer, and create its exception, after the call has completed.
    const timer = setTimeout(() => {
      hasTimedOut = true;
      abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    }, call.deadline - performance.now());
    const onAbort = () => abort(client.reason);
    client.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([next({ ...call, signal: controller.signal }), aborted]);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (hasTimedOut) throw timeout(space, limit, error);
      throw client.aborted ? clientDisconnected() : error;
    } finally {
      clearTimeout(timer);
      client.removeEventListener('abort', onAbort);
    }
  };
}

const clientDisconnected = () =>
  new ProblemError('bad-request', 'The client disconnected before the response.');

function timeout(space: string, limit: number, cause: unknown): ProblemError {
  const detail = `The search space "${space}" did not respond within ${limit / 1000} s.`;
  return new ProblemError('gateway-timeout', detail, { cause });
}
