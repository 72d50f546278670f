/** Wrappers of all operations of an adapter. */
import type { LocalBackend, SpaceContent } from '@semantic-search/engine/backend';

type Operation = (...parameters: unknown[]) => Promise<unknown>;
export type Wrap = <Result>(result: Promise<Result>) => Promise<Result>;

export function wrapOperations<Operations extends object>(operations: Operations, wrap: Wrap): Operations {
  const wrapped = Object.entries(operations as Record<string, Operation>).map(
    ([name, run]): [string, Operation] => [name, (...parameters) => wrap(run(...parameters))],
  );
  return Object.fromEntries(wrapped) as Operations;
}

export const mapErrors =
  (map: (error: unknown) => unknown): Wrap =>
  (result) =>
    result.catch((error: unknown) => {
      throw map(error);
    });

export function wrapContent(content: SpaceContent, wrap: Wrap): SpaceContent {
  const { originals } = content;
  const parts = Object.entries(content).map(([name, part]) => [name, part && wrapOperations(part, wrap)]);
  return {
    ...(Object.fromEntries(parts) as SpaceContent),
    // `all` returns an iterable, not a promise.
    originals: originals && { ...wrapOperations(originals, wrap), all: originals.all },
  };
}

/** Calls `onWrite` with the name of the space after each operation on its content, so that later queries share no older result. */
export function notifyWrites(backend: LocalBackend, onWrite: (space: string) => void): LocalBackend {
  return {
    ...backend,
    deleteSpace: (name) => backend.deleteSpace(name).finally(() => onWrite(name)),
    async content(name, create) {
      const content = await backend.content(name, create);
      return content && wrapContent(content, (result) => result.finally(() => onWrite(name)));
    },
  };
}
