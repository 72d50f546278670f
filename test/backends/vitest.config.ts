/** Tests of stores and backends on real databases and search engines; missing tools are reported and skipped. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/backends/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
