/** All tests that Vitest runs, by project: unit, server, end-to-end; visits, commands, examples, backends, wordpress; endurance. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { nodeOptions } from './test/support/node-options.ts';
import { retries } from './test/support/retries.ts';

/** Tests that run for minutes have their own command. */
const endurance = ['packages/server/test/slow/**/*.test.ts', '**/*.slow.test.ts'];

/** Quick properties of the unit tests, with many more random histories. */
const PROPERTIES = 'packages/engine/test/search-space.property.test.ts';
const MANY_RUNS = { ...nodeOptions.env, RUNS: process.env.RUNS ?? '120' };

/** Visits of many pages, in several windows, languages and color schemes. */
const visits = ['test/visits/**/*.test.ts'];

/** Takes half a minute of CPU time, and fails rarely. */
const SLOW_ANALYSIS = 'test/architecture/regular-expressions.test.ts';

/**
 * Tests of the server and of its adapters replace modules of Node, or depend on unused connections. Each of their files
 * has its own process; other unit tests share one per worker, which halves their time.
 */
const server = [
  'packages/{cli,graphsearch,server}/{src,bench,test}/**/*.test.ts',
  'packages/{opensearch,postgres}/src/**/*.test.ts',
];

const commands = ['test/{cli,packaging,datasets}/**/*.test.ts', SLOW_ANALYSIS];
const examples = ['test/examples/**/*.test.ts'];
/** Tests with a real cluster or database. */
const backends = ['test/backends/**/*.test.ts', 'packages/{opensearch,postgres}/test/**/*.test.ts'];

/** A server process with the demo data for each file. Files of a worker share its browser. */
const withService: TestUserConfig = {
  globalSetup: 'test/support/demo-data.ts',
  hookTimeout: 120_000,
  isolate: false,
};

/** Not part of a unit test project: tests in a browser (web-test-runner) and those of other projects. */
const notUnit = ['**/*.browser.test.ts', ...endurance, SLOW_ANALYSIS];

let order = 0;

/** Projects run one after the other: each has the number of workers that suits it. */
function project(name: string, settings: TestUserConfig) {
  return {
    test: {
      ...nodeOptions,
      name,
      retry: retries,
      // Tests wait for disks, timers and browsers, so a third worker keeps two cores busy.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      // Long enough for a busy machine; only a test that hangs takes longer.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      sequence: { groupOrder: order++ },
      ...settings,
      exclude: [...configDefaults.exclude, ...(settings.exclude ?? [])],
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', {
        include: [
          'packages/*/{src,bench,test}/**/*.test.ts',
          'demo/*.test.ts',
          'docs/{conformance,reference}/*.test.ts',
          'test/architecture/*.test.ts',
        ],
        exclude: [...notUnit, ...server, ...backends],
        isolate: false,
      }),
      project('server', { include: server, exclude: notUnit }),
      project('end-to-end', {
        ...withService,
        include: ['test/**/*.test.ts'],
        exclude: ['test/architecture/**', ...visits, ...commands, ...examples, ...backends, ...endurance],
      }),
      project('visits', { ...withService, include: visits }),
      project('commands', { ...withService, isolate: true, include: commands }),
      // Examples are installed from packed packages, with their own React, Vue and Angular.
      project('examples', { include: examples, hookTimeout: 600_000 }),
      // Missing databases and search engines are reported, and their tests skipped.
      project('backends', {
        include: backends,
        globalSetup: 'packages/opensearch/test/cluster/shared-cluster.ts',
        maxWorkers: 1,
        testTimeout: 120_000,
        hookTimeout: 300_000,
        disableConsoleIntercept: true,
      }),
      // A real WordPress with the plug-in; missing tools are reported, and its tests skipped.
      project('wordpress', {
        include: ['integrations/wordpress/test/**/*.test.ts'],
        globalSetup: 'integrations/wordpress/test/harness/database.ts',
        maxWorkers: 2,
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      // The soak test is mostly idle and needs a worker of its own.
      project('endurance', {
        include: [...endurance, PROPERTIES],
        env: MANY_RUNS,
        maxWorkers: 3,
        testTimeout: 20 * 60_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
