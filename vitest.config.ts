import { configDefaults, defineConfig } from 'vitest/config';

/** Unit tests beside the source; elements and the end to end have runners of their own. */
export default defineConfig({
  test: {
    include: ['packages/*/source/**/*.test.ts', 'demo/**/*.test.ts', 'test/structure/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'packages/widgets/source/**/*.browser.test.ts'],
  },
});
