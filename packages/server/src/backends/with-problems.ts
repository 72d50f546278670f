/** Wrapper of a backend for requests: failures reject with problems, and each write is reported. */
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { storageProblem } from './call-problem.ts';

type Wrap = <Result>(result: Promise<Result>) => Promise<Result>;

/** `onWrite` is called with the name of the space after each operation on its content. */
export function withProblems<SomeBackend extends WritableBackend>(
  backend: SomeBackend,
  onWrite: (space: string) => void = () => undefined,
): SomeBackend {
  const wrapped: Pick<WritableBackend, 'space' | 'content'> = {
    space: (name) => orProblem(name, backend.space(name)),
    async content(name, options) {
      const content = await orProblem(name, backend.content(name, options));
      return (
        content && wrapContent(content, (result) => orProblem(name, result).finally(() => onWrite(name)))
      );
    },
  };
  return { ...backend, ...wrapped };
}

function orProblem<Result>(space: string, result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw storageProblem(error, space);
  });
}

function wrapContent(content: SpaceContent, wrap: Wrap): SpaceContent {
  const { documents, runs, originals, thesaurus, trainer, ranking } = content;
  return {
    documents: wrapResults(documents, wrap),
    runs: runs && wrapResults(runs, wrap),
    // `all` returns an iterable, not a promise.
    originals: originals && { ...wrapResults(originals, wrap), all: originals.all },
    thesaurus: thesaurus && wrapResults(thesaurus, wrap),
    trainer: trainer && wrapResults(trainer, wrap),
    ranking: ranking && wrapResults(ranking, wrap),
  };
}

type Operation = (...parameters: unknown[]) => Promise<unknown>;

/** Wraps the promise of each operation. Backends are plain objects of asynchronous functions: all members are operations. */
export function wrapResults<Operations extends object>(operations: Operations, wrap: Wrap): Operations {
  const wrapped = Object.entries(operations as Record<string, Operation>).map(
    ([name, run]): [string, Operation] => [name, (...parameters) => wrap(run(...parameters))],
  );
  return Object.fromEntries(wrapped) as Operations;
}
