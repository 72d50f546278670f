/** Wraps what backends do: each operation of a space in turn, and each space once, however often it is asked for. */
import type { SearchSpace } from '@semantic-search/engine';
import type { WritableBackend } from './backend.ts';

export type Operation = (...given: unknown[]) => Promise<unknown>;

/** The same operations, each as `wrap` makes it. */
export function aroundEach<Operations extends object>(
  operations: Operations,
  wrap: (run: Operation, name: string) => Operation,
): Operations {
  const entries = Object.entries(operations) as [string, Operation][];
  return Object.fromEntries(entries.map(([name, run]) => [name, wrap(run, name)])) as Operations;
}

/** The same operations, rejecting with what is made of their errors. */
export function rejectingWith<Operations extends object>(
  operations: Operations,
  made: (error: unknown) => unknown,
): Operations {
  return aroundEach(
    operations,
    (run) =>
      (...given) =>
        run(...given).catch((error: unknown) => {
          throw made(error);
        }),
  );
}

/** What is made of a space, once as long as it lives. */
export function oncePerSpace<Made>(make: (space: SearchSpace, name: string) => Made) {
  const known = new WeakMap<SearchSpace, Made>();
  return (space: SearchSpace, name: string): Made => {
    const made = known.get(space) ?? make(space, name);
    known.set(space, made);
    return made;
  };
}

/** The same backend, with its spaces as `wrap` makes them. */
export function aroundSpaces(
  backend: WritableBackend,
  wrap: (space: SearchSpace, name: string) => SearchSpace,
): WritableBackend {
  const wrapped = oncePerSpace(wrap);
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      return space && wrapped(space, name);
    },
  };
}
