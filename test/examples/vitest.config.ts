/** Tests of the examples: installed from packed packages, with their own React, Vue and Angular. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/examples/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});
