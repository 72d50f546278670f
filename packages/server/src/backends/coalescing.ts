/** Identical questions in flight are answered by one call: who asks the same while it is being answered waits along. */
import type { SearchSpace } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from './backend.ts';
import { oncePerSpace } from './decorate.ts';

/**
 * With `whoAsks` only those who are the same join: before a line where they take turns, a question that joins another's
 * would wait in the other's place, and be refused with it. What has begun is joined by all, behind the line.
 */
export function coalescing(backend: WritableBackend, whoAsks = () => ''): WritableBackend {
  const sharedOf = oncePerSpace((space) => sharedSpace(space, whoAsks));
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      return space && sharedOf(space, name).space;
    },
    async content(name, create) {
      const content = await backend.content(name, create);
      const space = await backend.space(name);
      return content && space && forgetting(content, sharedOf(space, name).forget);
    },
  };
}

interface SharedSpace {
  space: SearchSpace;
  /** Nobody joins what was asked before now. */
  forget(): void;
}

function sharedSpace(space: SearchSpace, whoAsks: () => string): SharedSpace {
  const calls = callsInFlight(whoAsks);
  return {
    forget: calls.forget,
    space: {
      describe: space.describe,
      // Every search asks for the facets of its configuration first.
      facet: (reference) => calls.join(['facet', reference], () => space.facet(reference)),
      search: (question, signal) =>
        calls.join(['search', question], (shared) => space.search(question, shared), signal),
      suggest: (question, signal) =>
        calls.join(['suggest', question], (shared) => space.suggest(question, shared), signal),
      similar: (question, signal) =>
        calls.join(['similar', question], (shared) => space.similar(question, shared), signal),
      recommend: (question, signal) =>
        calls.join(['recommend', question], (shared) => space.recommend(question, shared), signal),
      extract: (question, signal) =>
        calls.join(['extract', question], (shared) => space.extract(question, shared), signal),
      document: (id, options, signal) =>
        calls.join(['document', id, options], (shared) => space.document(id, options, shared), signal),
    },
  };
}

/** What was asked before a change must not answer who asks after it. */
function forgetting(
  { documents, originals, thesaurus, learner }: SpaceContent,
  forget: () => void,
): SpaceContent {
  return {
    originals,
    documents: {
      put: (given) => documents.put(given).finally(forget),
      delete: (id) => documents.delete(id).finally(forget),
    },
    thesaurus: thesaurus && {
      replaceThesaurus: (text, mediaType) => thesaurus.replaceThesaurus(text, mediaType).finally(forget),
    },
    learner: learner && { train: () => learner.train().finally(forget) },
  };
}

interface Call {
  answer: Promise<unknown>;
  waiting: number;
  controller: AbortController;
}

function callsInFlight(whoAsks: () => string) {
  const calls = new Map<string, Call>();

  function begin(key: string, ask: (signal: AbortSignal) => Promise<unknown>): Call {
    const controller = new AbortController();
    const call: Call = { answer: ask(controller.signal), waiting: 0, controller };
    calls.set(key, call);
    const end = () => {
      if (calls.get(key) === call) calls.delete(key);
    };
    call.answer.then(end, end);
    return call;
  }

  return {
    forget: () => calls.clear(),
    /** The call is ended when the last who wait for it have gone. */
    join<Answer>(
      question: unknown[],
      ask: (signal: AbortSignal) => Promise<Answer>,
      signal?: AbortSignal,
    ): Promise<Answer> {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const key = JSON.stringify([whoAsks(), ...question]);
      const call = calls.get(key) ?? begin(key, ask);
      call.waiting += 1;
      const answer = call.answer as Promise<Answer>;
      if (!signal) return answer;
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(signal.reason);
          call.waiting -= 1;
          if (call.waiting > 0) return;
          if (calls.get(key) === call) calls.delete(key);
          call.controller.abort(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = () => signal.removeEventListener('abort', leave);
        // Each promise more between would be one for every question.
        answer.then(
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
