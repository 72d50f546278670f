/** Metrics and tracing decorator: duration, outcome and span of each query. */
import type { SearchSpace } from '@semantic-search/engine';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import type { WritableBackend } from './backend.ts';
import { decorateEach, decorateSpaces, type Operation } from './decorate.ts';

const queryOperations = new Set(['search', 'suggest', 'similar', 'recommend', 'extract', 'document']);

export function withMetrics(
  backend: WritableBackend,
  metrics: Pick<Metrics, 'backend'>,
  tracing: Pick<Tracing, 'call'> = noTracing,
): WritableBackend {
  return decorateSpaces(backend, (space, name) => timedSpace(name, space, metrics, tracing));
}

function timedSpace(
  name: string,
  space: SearchSpace,
  metrics: Pick<Metrics, 'backend'>,
  tracing: Pick<Tracing, 'call'>,
): SearchSpace {
  const timed =
    (operation: string, call: Operation): Operation =>
    async (...parameters) => {
      const started = performance.now();
      const record = (outcome: 'answered' | 'failed') => {
        const seconds = (performance.now() - started) / 1000;
        metrics.backend({ space: name, operation, outcome, seconds });
      };
      try {
        const result = await tracing.call(name, operation, () => call(...parameters));
        record('answered');
        return result;
      } catch (error) {
        record('failed');
        throw error;
      }
    };
  return decorateEach(space, (call, operation) =>
    queryOperations.has(operation) ? timed(operation, call) : call,
  );
}
