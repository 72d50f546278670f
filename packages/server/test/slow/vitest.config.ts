/**
 * Slow tests: `pnpm test:long`. Two files run in parallel, each in its own process. The soak test starts first, because it
 * is mostly idle; on two free cores the whole suite takes little longer than the soak test.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nodeOptions } from '../../../../test/support/node-options.ts';
import { retries } from '../../../../test/support/retries.ts';

/** The longest first, to minimize the total time. */
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
    ...nodeOptions,
    retry: retries,
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
