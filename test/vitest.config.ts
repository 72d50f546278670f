/** End-to-end tests: the service as a process, over HTTP and in a real browser. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests that need more than Node and npm: pnpm test:backends and pnpm test:examples.
    exclude: ['test/backends/**', 'test/examples/**'],
    // One server and one browser at a time suit a small machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
