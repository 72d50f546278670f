/** Tracing interceptor: a client span for each query. */
import type { Tracing } from '../../observability/tracing.ts';
import { type Interceptor, isLookup } from '../call.ts';

export function tracing({ call: inSpan }: Pick<Tracing, 'call'>): Interceptor {
  return (call, next) =>
    isLookup(call.operation) ? next(call) : inSpan(call.space, call.operation, () => next(call));
}
