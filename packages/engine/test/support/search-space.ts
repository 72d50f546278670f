/** A space of its own for each test of a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { WritableSpace } from '../../src/api.ts';
import { openSpace } from '../../src/search-space.ts';

type Open = (directory: string) => Promise<WritableSpace>;

export interface TestSpace extends WritableSpace {
  readonly directory: string;
  /** Closes it, where that is not done yet, and opens it again. */
  reopen(open?: Open): Promise<void>;
}

/** At the top of a file: an empty one in a folder of its own, there from the first hook on, that goes with its test. */
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
