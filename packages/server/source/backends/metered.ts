/** Times every question that a backend is asked, and gives it a span where requests are traced. */
import type { Space } from '@semantic-search/engine';
import type { Metrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import type { ContentBackend } from './port.ts';

const questions = new Set(['search', 'suggest', 'similar', 'recommend', 'extract', 'document']);

type Question = (...parameters: unknown[]) => Promise<unknown>;

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
  const timed =
    (operation: string, call: Question): Question =>
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
  const entries = Object.entries(space) as [string, Question][];
  const told = entries.map(([operation, call]) => [
    operation,
    questions.has(operation) ? timed(operation, call) : call,
  ]);
  return Object.fromEntries(told) as Space;
}
