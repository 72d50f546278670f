/** End-to-end tests: the service as a process, over HTTP and in a real browser. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { nodeOptions } from './support/node-options.ts';
import { retries } from './support/retries.ts';

export default defineConfig({
  test: {
    ...nodeOptions,
    retry: retries,
    include: ['test/**/*.test.ts'],
    // Tests that need more than Node and npm: pnpm test:backends and pnpm test:examples.
    exclude: ['test/backends/**', 'test/examples/**'],
    globalSetup: 'test/support/demo-data.ts',
    // Each file has its own server and browser, and waits for them half of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
