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

type Call = (...parameters: unknown[]) => Promise<unknown>;

function boundedSpace(name: string, space: Space, most: number): Space {
  let running = 0;
  const lined =
    (call: Call): Call =>
    async (...parameters) => {
      if (running >= most) throw tooMany(name);
      running += 1;
      try {
        return await call(...parameters);
      } finally {
        running -= 1;
      }
    };
  const calls = Object.entries(space) as [string, Call][];
  const bounded = calls.map(([operation, call]) => [
    operation,
    lined(operation === 'extract' ? oneByOne(call) : call),
  ]);
  return Object.fromEntries(bounded) as Space;
}

/** Extracting takes long: a question of another kind waits behind one of them, and not behind all that came before it. */
function oneByOne(call: Call): Call {
  let last: Promise<unknown> = Promise.resolve();
  return (...parameters) => {
    const turn = last.then(() => call(...parameters));
    last = turn.catch(() => undefined); // Who asked is told.
    return turn;
  };
}

function tooMany(space: string): ProblemError {
  return new ProblemError('service-unavailable', `The search space "${space}" is asked too much just now.`, {
    headers: { 'Retry-After': comeAgain },
  });
}
