/** Test fixture: a new search space for each test of a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { openSpace } from '../../src/search-space.ts';
import type { WritableSpace } from '../../src/writable-space.ts';

type Open = (directory: string) => Promise<WritableSpace>;

export interface TestSpace extends WritableSpace {
  readonly directory: string;
  /** Closes the space, unless it is closed, and opens it again. */
  reopen(open?: Open): Promise<void>;
}

/** Call at the top of a file. Each test gets an empty space, usable in hooks, and removed after the test. */
export function spaceForEach(open: Open = openSpace): TestSpace {
  let current: WritableSpace;
  const fixture = {
    directory: '',
    async reopen(other = open) {
      await current.close();
      current = await other(fixture.directory);
    },
  };
  beforeEach(async () => {
    fixture.directory = mkdtempSync(join(tmpdir(), 'space-'));
    current = await open(fixture.directory);
    return async () => {
      await current.close();
      rmSync(fixture.directory, { recursive: true });
    };
  });
  return new Proxy(fixture, {
    get(_, name) {
      if (name in fixture) return Reflect.get(fixture, name);
      const operation: unknown = Reflect.get(current, name);
      return typeof operation === 'function' ? operation.bind(current) : operation;
    },
  }) as unknown as TestSpace;
}
