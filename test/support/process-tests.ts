/** Configuration of tests that start the service as a process. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { nodeOptions } from './node-options.ts';
import { retries } from './retries.ts';

/** Takes half a minute of CPU time, and fails rarely. */
export const SLOW_ANALYSIS = 'test/architecture/regular-expressions.test.ts';

export function processTests(include: string[], exclude: string[] = []): ViteUserConfig {
  return defineConfig({
    test: {
      ...nodeOptions,
      retry: retries,
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      globalSetup: 'test/support/demo-data.ts',
      // Each file has its own server and browser, and waits for them half of the time.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  });
}
