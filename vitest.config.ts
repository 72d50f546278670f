/** Unit tests, beside the source; what needs a whole server and a browser has its own configuration in `test/`. */
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,bench,test}/**/*.test.ts', 'demo/*.test.ts'],
    // Nothing is timed: a test that waits for long hangs, and a busy machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What takes minutes has a command of its own.
    exclude: [
      ...configDefaults.exclude,
      '**/*.slow.test.ts',
      '**/*.browser.test.ts',
      'packages/server/test/slow/**',
    ],
  },
});
