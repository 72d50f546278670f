/** Tracing interceptor: a client span for each query. */
import type { Tracing } from '../../observability/tracing.ts';
import type { Interceptor } from '../call.ts';

export function tracing({ withSpan }: Pick<Tracing, 'withSpan'>): Interceptor {
  return (call, next) => withSpan(call.space, call.operation, () => next(call));
}
