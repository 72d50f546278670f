/** Decorators (interceptors) for backends: wrap every operation of a space, and each space once. */
import type { SearchSpace } from '@semantic-search/engine';
import type { WritableBackend } from './backend.ts';

export type Operation = (...given: unknown[]) => Promise<unknown>;

/** Wraps each operation. */
export function decorateEach<Operations extends object>(
  operations: Operations,
  wrap: (run: Operation, name: string) => Operation,
): Operations {
  const entries = Object.entries(operations) as [string, Operation][];
  return Object.fromEntries(entries.map(([name, run]) => [name, wrap(run, name)])) as Operations;
}

/** Maps the errors of all operations. */
export function mapErrors<Operations extends object>(
  operations: Operations,
  map: (error: unknown) => unknown,
): Operations {
  return decorateEach(
    operations,
    (run) =>
      (...given) =>
        run(...given).catch((error: unknown) => {
          throw map(error);
        }),
  );
}

/** Memoizes a value per space, for the lifetime of the space. */
export function memoizePerSpace<Made>(make: (space: SearchSpace, name: string) => Made) {
  const known = new WeakMap<SearchSpace, Made>();
  return (space: SearchSpace, name: string): Made => {
    const made = known.get(space) ?? make(space, name);
    known.set(space, made);
    return made;
  };
}

/** Wraps the spaces of a backend. */
export function decorateSpaces(
  backend: WritableBackend,
  wrap: (space: SearchSpace, name: string) => SearchSpace,
): WritableBackend {
  const wrapped = memoizePerSpace(wrap);
  return {
    ...backend,
    async space(name) {
      const space = await backend.space(name);
      return space && wrapped(space, name);
    },
  };
}
