/**
 * Bounds how much a backend is asked at a time: what waits holds memory, and who waits longer than the deadline waits in
 * vain. Backends elsewhere have their own lines (`guard`); this is for the engine in the service's own threads.
 */
import type { SearchSpace } from '@semantic-search/engine';
import { currentClient } from '../auth/client-identity.ts';
import { type WaitingLine, waitingLine } from '../concurrency-limiter.ts';
import { ProblemError } from '../errors.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { WritableBackend } from './backend.ts';
import { aroundSpaces } from './decorate.ts';

export interface ConcurrencyLimits {
  /** Calls of one space that are answered from what it knows by heart, such as those of its facets. */
  calls: number;
  /** Questions of a kind that may wait for their turn. */
  waiting: number;
  /** Longest time in line that makes sense, in milliseconds. */
  longest: number;
}

/** Of the deadline a quarter is left for the answer itself. */
export const DEFAULT_CONCURRENCY_LIMITS = (deadline: number): ConcurrencyLimits => ({
  calls: 5000,
  waiting: 1000,
  longest: deadline * 0.75,
});

/**
 * Questions that are worked out at a time. The thread of a space is never idle with a few; facets, that each of them needs
 * first, wait behind no more. An extraction takes long: a question of another kind waits behind one of them, not behind all
 * that came before it. Whole documents are large, and each answer is a copy.
 */
const places = { search: 8, suggest: 8, similar: 4, recommend: 4, extract: 1, document: 2 };

export function limitConcurrency(
  backend: WritableBackend,
  bounds: ConcurrencyLimits,
  tellWaiting: Metrics['waiting'] = () => undefined,
): WritableBackend {
  return aroundSpaces(backend, (space, name) => boundedSpace(name, space, bounds, tellWaiting));
}

function boundedSpace(
  name: string,
  space: SearchSpace,
  bounds: ConcurrencyLimits,
  tellWaiting: Metrics['waiting'],
): SearchSpace {
  const refusal = (seconds: number) => tooMany(name, seconds);
  const line = (kind: keyof typeof places) =>
    waitingLine({
      places: places[kind],
      most: bounds.waiting,
      longest: bounds.longest,
      refusal,
      whoAsks: currentClient,
    });
  const lines = Object.fromEntries(
    (Object.keys(places) as (keyof typeof places)[]).map((kind) => [kind, line(kind)]),
  ) as Record<keyof typeof places, WaitingLine>;
  for (const [operation, { waiting }] of Object.entries(lines))
    tellWaiting({ space: name, operation }, waiting);
  const light = waitingLine({ places: bounds.calls, most: 0, longest: 0, refusal });
  return {
    describe: () => light.run(() => space.describe()),
    facet: (reference) => light.run(() => space.facet(reference)),
    search: (question, signal) => lines.search.run(() => space.search(question, signal), signal),
    suggest: (question, signal) => lines.suggest.run(() => space.suggest(question, signal), signal),
    similar: (question, signal) => lines.similar.run(() => space.similar(question, signal), signal),
    recommend: (question, signal) => lines.recommend.run(() => space.recommend(question, signal), signal),
    extract: (question, signal) => lines.extract.run(() => space.extract(question, signal), signal),
    document: (id, options, signal) => lines.document.run(() => space.document(id, options, signal), signal),
  };
}

function tooMany(space: string, seconds: number): ProblemError {
  return new ProblemError('service-unavailable', `The search space "${space}" is asked too much just now.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
