/** Tests that take minutes: `pnpm test:long`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/server/long/**/*.test.ts', 'packages/*/{source,bench}/**/*.long.test.ts'],
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 120_000,
  },
});
