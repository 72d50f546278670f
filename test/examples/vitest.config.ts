/** Tests of the examples: installed from packed packages, with their own React, Vue and Angular. */
import { defineConfig } from 'vitest/config';
import { nodeOptions } from '../support/node-options.ts';
import { retries } from '../support/retries.ts';

export default defineConfig({
  test: {
    ...nodeOptions,
    retry: retries,
    include: ['test/examples/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});
