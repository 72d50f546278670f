/** Unit tests next to the sources; end-to-end tests have their own configuration in `test/`. */
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,bench,test}/**/*.test.ts', 'demo/*.test.ts'],
    // Long enough for a busy machine; only a test that hangs takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests that take minutes have their own command.
    exclude: [
      ...configDefaults.exclude,
      '**/*.slow.test.ts',
      '**/*.browser.test.ts',
      'packages/server/test/slow/**',
    ],
  },
});
