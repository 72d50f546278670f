/** Tests of stores and backends on real databases and search engines; missing tools are reported and skipped. */
import { defineConfig } from 'vitest/config';
import { nodeOptions } from '../support/node-options.ts';
import { retries } from '../support/retries.ts';

export default defineConfig({
  test: {
    ...nodeOptions,
    retry: retries,
    include: ['test/backends/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
