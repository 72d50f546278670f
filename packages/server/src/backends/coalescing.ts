/** Request coalescing (single flight): identical queries in flight share one call. */
import type { SearchSpace } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from './backend.ts';
import { memoizePerSpace } from './decorate.ts';

/**
 * With `clientOf`, only requests of the same client are coalesced. Use it ahead of a fair queue: otherwise a request could
 * inherit the queue position, and the rejection, of another client. Behind the queue, all requests can be coalesced.
 */
export function coalescing(backend: WritableBackend, clientOf = () => ''): WritableBackend {
  const coalescedSpaceOf = memoizePerSpace((space) => coalescedSpace(space, clientOf));
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      return space && coalescedSpaceOf(space, name).space;
    },
    async content(name, create) {
      const content = await backend.content(name, create);
      const space = await backend.space(name);
      return content && space && invalidating(content, coalescedSpaceOf(space, name).invalidate);
    },
  };
}

interface CoalescedSpace {
  space: SearchSpace;
  /** Later requests do not join calls that are in flight now. */
  invalidate(): void;
}

function coalescedSpace(space: SearchSpace, clientOf: () => string): CoalescedSpace {
  const calls = callsInFlight(clientOf);
  return {
    invalidate: calls.invalidate,
    space: {
      describe: space.describe,
      // Every search looks up the facets of its configuration first.
      facet: (reference) => calls.join(['facet', reference], () => space.facet(reference)),
      search: (query, signal) =>
        calls.join(['search', query], (shared) => space.search(query, shared), signal),
      suggest: (query, signal) =>
        calls.join(['suggest', query], (shared) => space.suggest(query, shared), signal),
      similar: (query, signal) =>
        calls.join(['similar', query], (shared) => space.similar(query, shared), signal),
      recommend: (query, signal) =>
        calls.join(['recommend', query], (shared) => space.recommend(query, shared), signal),
      extract: (query, signal) =>
        calls.join(['extract', query], (shared) => space.extract(query, shared), signal),
      document: (id, options, signal) =>
        calls.join(['document', id, options], (shared) => space.document(id, options, shared), signal),
    },
  };
}

/** A query that starts after a change must not receive a result from before it. */
function invalidating(
  { documents, originals, thesaurus, trainer: learner }: SpaceContent,
  invalidate: () => void,
): SpaceContent {
  return {
    originals,
    documents: {
      put: (given) => documents.put(given).finally(invalidate),
      delete: (id) => documents.delete(id).finally(invalidate),
    },
    thesaurus: thesaurus && {
      replaceThesaurus: (text, mediaType) => thesaurus.replaceThesaurus(text, mediaType).finally(invalidate),
    },
    trainer: learner && { train: () => learner.train().finally(invalidate) },
  };
}

interface Call {
  result: Promise<unknown>;
  waiting: number;
  controller: AbortController;
}

function callsInFlight(clientOf: () => string) {
  const calls = new Map<string, Call>();

  function begin(key: string, send: (signal: AbortSignal) => Promise<unknown>): Call {
    const controller = new AbortController();
    const call: Call = { result: send(controller.signal), waiting: 0, controller };
    calls.set(key, call);
    const end = () => {
      if (calls.get(key) === call) calls.delete(key);
    };
    call.result.then(end, end);
    return call;
  }

  return {
    invalidate: () => calls.clear(),
    /** The shared call is aborted when the last waiting caller has aborted. */
    join<Result>(
      query: unknown[],
      send: (signal: AbortSignal) => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result> {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const key = JSON.stringify([clientOf(), ...query]);
      const call = calls.get(key) ?? begin(key, send);
      call.waiting += 1;
      const result = call.result as Promise<Result>;
      if (!signal) return result;
      return new Promise((resolve, reject) => {
        const abort = () => {
          reject(signal.reason);
          call.waiting -= 1;
          if (call.waiting > 0) return;
          if (calls.get(key) === call) calls.delete(key);
          call.controller.abort(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
        const stay = () => signal.removeEventListener('abort', abort);
        // Callbacks instead of a derived promise: one promise less per query.
        result.then(
          (value) => {
            stay();
            resolve(value);
          },
          (error) => {
            stay();
            reject(error);
          },
        );
      });
    },
  };
}
