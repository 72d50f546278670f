/** Times every question that a backend is asked, and gives it a span where requests are traced. */
import type { Space } from '@semantic-search/engine';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import type { ContentBackend } from './port.ts';

const questions = new Set(['search', 'suggest', 'similar', 'recommend', 'extract', 'document']);

export function metered(
  backend: ContentBackend,
  metrics: Pick<Metrics, 'backend'>,
  tracing: Pick<Tracing, 'call'> = noTracing,
): ContentBackend {
  const known = new WeakMap<Space, Space>();
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      if (!space) return undefined;
      const timed = known.get(space) ?? timedSpace(name, space, metrics, tracing);
      known.set(space, timed);
      return timed;
    },
  };
}

function timedSpace(
  name: string,
  space: Space,
  metrics: Pick<Metrics, 'backend'>,
  tracing: Pick<Tracing, 'call'>,
): Space {
  return new Proxy(space, {
    get(target, operation) {
      const value: unknown = Reflect.get(target, operation);
      if (typeof value !== 'function' || !questions.has(String(operation))) return value;
      return async (...parameters: unknown[]) => {
        const started = performance.now();
        const tell = (outcome: 'answered' | 'failed') => {
          const seconds = (performance.now() - started) / 1000;
          metrics.backend({ space: name, operation: String(operation), outcome, seconds });
        };
        try {
          const answer: unknown = await tracing.call(name, String(operation), () =>
            value.apply(target, parameters),
          );
          tell('answered');
          return answer;
        } catch (error) {
          tell('failed');
          throw error;
        }
      };
    },
  });
}
