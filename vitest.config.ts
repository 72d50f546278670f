/** Unit tests next to the sources; end-to-end tests have their own configuration in `test/`. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { nodeOptions } from './test/support/node-options.ts';
import { SLOW_ANALYSIS } from './test/support/process-tests.ts';
import { retries } from './test/support/retries.ts';

const include = [
  'packages/*/{src,bench,test}/**/*.test.ts',
  'demo/*.test.ts',
  'docs/{conformance,reference}/*.test.ts',
  'test/architecture/*.test.ts',
];
const exclude = [
  ...configDefaults.exclude,
  // Tests that take minutes have their own command.
  '**/*.slow.test.ts',
  SLOW_ANALYSIS,
  '**/*.browser.test.ts',
  'packages/server/test/slow/**',
];

/**
 * Tests of the server and of its adapters replace modules of Node, or depend on connections that no other test has opened. Each of their files
 * has its own process; the other files share one per worker, which halves their time.
 */
const isolatedTests = ['packages/{cli,graphsearch,opensearch,postgres,server}/{src,bench,test}/**/*.test.ts'];

const common = {
  ...nodeOptions,
  retry: retries,
  // Long enough for a busy machine; only a test that hangs takes longer.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Tests wait for disks and timers, so a third worker keeps two cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: { ...common, name: 'shared', include, exclude: [...exclude, ...isolatedTests], isolate: false },
      },
      { test: { ...common, name: 'isolated', include: isolatedTests, exclude } },
    ],
  },
});
