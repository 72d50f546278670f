/**
 * Bounds how much a backend is asked at a time: what waits holds memory, and who waits longer than the deadline waits in
 * vain. Backends elsewhere have their own lines (`guard`); this is for the engine in the service's own threads.
 */
import type { Space } from '@semantic-search/engine';
import { ProblemError } from '../errors.ts';
import type { ContentBackend } from './port.ts';

/** Calls of one space, those of its facets among them: some hundred searches, more than it answers in a second. */
export const mostCalls = 5000;

/** In seconds. */
const comeAgain = '1';

export function bounded(backend: ContentBackend, most = mostCalls): ContentBackend {
  const known = new WeakMap<Space, Space>();
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      if (!space) return undefined;
      const lined = known.get(space) ?? boundedSpace(name, space, most);
      known.set(space, lined);
      return lined;
    },
  };
}

function boundedSpace(name: string, space: Space, most: number): Space {
  let running = 0;
  return new Proxy(space, {
    get(target, operation) {
      const value: unknown = Reflect.get(target, operation);
      if (typeof value !== 'function') return value;
      return async (...parameters: unknown[]) => {
        if (running >= most) throw tooMany(name);
        running += 1;
        try {
          return await value.apply(target, parameters);
        } finally {
          running -= 1;
        }
      };
    },
  });
}

function tooMany(space: string): ProblemError {
  return new ProblemError('service-unavailable', `The search space "${space}" is asked too much just now.`, {
    headers: { 'Retry-After': comeAgain },
  });
}
