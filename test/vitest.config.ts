/** What no single package can prove: the whole service as a process, over HTTP and in a real browser. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What needs more than Node and npm: pnpm test:backends.
    exclude: ['test/backends/**', 'test/examples/**'],
    // A server and a browser at a time are enough for a small machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
