/** End-to-end tests: the service as a process, over HTTP and in a real browser. */
import { defineConfig } from 'vitest/config';
import { nodeFlags } from './support/node-flags.ts';
import { retries } from './support/retries.ts';

export default defineConfig({
  test: {
    execArgv: nodeFlags,
    retry: retries,
    include: ['test/**/*.test.ts'],
    // Tests that need more than Node and npm: pnpm test:backends and pnpm test:examples.
    exclude: ['test/backends/**', 'test/examples/**'],
    // Each file has its own server and browser.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
