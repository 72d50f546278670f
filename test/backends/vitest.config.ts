/** The stores and backends on the real databases and engines they are made for; what is not installed is named and skipped. */
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
