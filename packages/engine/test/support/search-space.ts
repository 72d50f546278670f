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
  const space = {
    async reopen(other = open) {
      await space.close();
      Object.assign(space, await other(space.directory));
    },
  } as TestSpace;
  beforeEach(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'space-'));
    Object.assign(space, await open(directory), { directory });
    return async () => {
      await space.close();
      rmSync(directory, { recursive: true });
    };
  });
  return space;
}
