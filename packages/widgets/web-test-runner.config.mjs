/** Element test runner: runs `*.browser.test.ts` in a real browser. */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { browserArguments, findBrowser } from '../../test/support/browser.ts';
import { retries } from '../../test/support/retries.ts';

export default {
  // The tests share one tab. Chromium keeps 50 history entries per tab, and history.back() is unreliable when the
  // limit is reached, so the tests that depend on history run first.
  files: ['src/url-state/*.browser.test.ts', 'src/**/*.browser.test.ts'],
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  nodeResolve: { exportConditions: ['production', 'default'] },
  concurrency: 1,
  browsers: [
    chromeLauncher({ launchOptions: { executablePath: await findBrowser(), args: browserArguments } }),
  ],
  plugins: [
    esbuildPlugin({
      ts: true,
      json: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    }),
  ],
  testFramework: { config: { timeout: 20_000, retries } },
};
