/** Metrics interceptor: duration and outcome of each query, including its time in the queue. */
import type { Metrics } from '../../observability/metrics.ts';
import type { Interceptor } from '../call.ts';

export function metrics({ backend: record }: Pick<Metrics, 'backend'>): Interceptor {
  return async (call, next) => {
    const { space, operation } = call;
    const started = performance.now();
    const end = (outcome: 'answered' | 'failed') =>
      record({ space, operation, outcome, seconds: (performance.now() - started) / 1000 });
    try {
      const result = await next(call);
      end('answered');
      return result;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
