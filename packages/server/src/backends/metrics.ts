/** Times every question that a backend is asked, and gives it a span where requests are traced. */
import type { SearchSpace } from '@semantic-search/engine';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import type { WritableBackend } from './backend.ts';
import { aroundEach, aroundSpaces, type Operation } from './decorate.ts';

const questions = new Set(['search', 'suggest', 'similar', 'recommend', 'extract', 'document']);

export function withMetrics(
  backend: WritableBackend,
  metrics: Pick<Metrics, 'backend'>,
  tracing: Pick<Tracing, 'call'> = noTracing,
): WritableBackend {
  return aroundSpaces(backend, (space, name) => timedSpace(name, space, metrics, tracing));
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
      const tell = (outcome: 'answered' | 'failed') => {
        const seconds = (performance.now() - started) / 1000;
        metrics.backend({ space: name, operation, outcome, seconds });
      };
      try {
        const answer = await tracing.call(name, operation, () => call(...parameters));
        tell('answered');
        return answer;
      } catch (error) {
        tell('failed');
        throw error;
      }
    };
  return aroundEach(space, (call, operation) => (questions.has(operation) ? timed(operation, call) : call));
}
