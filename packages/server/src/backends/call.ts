/** Path of each call to its backend: shared, with a deadline, limits, metrics and a span. */
import { type Backend, BackendError } from '@semantic-search/engine/backend';
import * as cockatiel from 'cockatiel';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { type LimiterOptions, spaceLimiters } from './call-limits.ts';
import { callProblem, clientDisconnected } from './call-problem.ts';
import { Coalescer } from './coalescer.ts';
import { missingSpace } from './missing-space.ts';
import type { SpaceCall } from './space-queries.ts';

export interface CallOptions extends LimiterOptions {
  backend: Pick<Backend, 'space'>;
  metrics?: Pick<Metrics, 'backend' | 'waiting'>;
  tracing?: Pick<Tracing, 'withSpan'>;
}

/** `execute` makes a call, which equal calls share. The caller calls `endSharing` after each change of a space. */
export function backendCalls(options: CallOptions): Coalescer {
  const { backend, metrics, tracing = noTracing } = options;
  const policiesFor = spaceLimiters(options);

  /** `stop` is aborted when the client disconnects, and at the deadline. */
  async function runOperation<Result>(call: SpaceCall, stop: AbortSignal): Promise<Result> {
    const space = (await backend.space(call.space)) ?? missingSpace(call.space);
    const run = space[call.operation] as (...parameters: unknown[]) => Promise<Result>;
    return run(...call.arguments, stop).catch((error: unknown) => {
      // The circuit counts late results as failures of the service, but not disconnected clients.
      const isLate = stop.aborted && !call.signal.aborted;
      throw isLate ? new BackendError('timeout', 'The deadline has passed.') : error;
    });
  }

  async function callAdapter<Result>(call: SpaceCall): Promise<Result> {
    const { space: name, operation, deadline, signal } = call;
    const started = performance.now();
    // The deadline includes the wait in the queue.
    const inTime = cockatiel.timeout(deadline - started, cockatiel.TimeoutStrategy.Aggressive);
    const policy = cockatiel.wrap(inTime, ...policiesFor(call));
    let outcome: 'answered' | 'failed' = 'failed';
    try {
      const result = await tracing.withSpan(name, operation, () =>
        policy.execute((limited) => runOperation<Result>(call, limited.signal), signal),
      );
      outcome = 'answered';
      return result;
    } catch (error) {
      throw signal.aborted ? clientDisconnected() : callProblem(error, name);
    } finally {
      metrics?.backend({ space: name, operation, outcome, seconds: (performance.now() - started) / 1000 });
    }
  }

  return new Coalescer(callAdapter);
}
