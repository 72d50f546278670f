/**
 * Tests that take minutes: `pnpm test:long`. Two files run at a time, each a process of its own. The soak, which mostly
 * waits, begins first and goes on beside the others; all of it takes little longer than the soak on two idle cores.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first, so that nothing long is left when all others are done. */
const first = [
  'soak',
  'search-space.property',
  'crash-recovery',
  'corruption',
  'durability',
  'openapi-fuzzing',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = first.findIndex((name) => moduleId.includes(`/${name}.`));
      return found < 0 ? first.length : found;
    };
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/server/test/slow/**/*.test.ts',
      'packages/*/{src,bench,test}/**/*.slow.test.ts',
      'demo/*.slow.test.ts',
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20 * 60_000,
    hookTimeout: 120_000,
  },
});
