/** The examples as their readers would build them: installed from packed packages, with React, Vue and Angular of their own. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/examples/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});
