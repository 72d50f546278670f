/** All tests that Vitest runs, by project. The projects of a group belong to one command. */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
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

/** The server and its adapters. Files of a worker share their modules, which halves the CPU time of their tests. */
const server = [
  'packages/{cli,graphsearch,server}/{src,bench,test}/**/*.test.ts',
  'packages/{opensearch,postgres}/src/**/*.test.ts',
];

/** Tests that replace modules of Node need modules, and so a process, of their own. */
const replacesModules = globSync(server, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(?:m|doM)ock\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

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

/**
 * Projects of a group share their workers, so that none waits at the end of a project. Projects are in the order of their
 * names, and groups run one after another.
 */
const groups = { test: 0, others: 1, backends: 2, endurance: 3 };

/** Tests wait for disks, timers and browsers, so that twice as many workers as cores keep the cores busy. */
const MANY_WORKERS = 2 * availableParallelism();
/** Beside those of the clusters. */
const SOME_WORKERS = Math.ceil(1.5 * availableParallelism());

function project(group: keyof typeof groups, name: string, settings: TestUserConfig) {
  return {
    test: {
      ...nodeOptions,
      name,
      retry: retries,
      maxWorkers: group === 'test' ? MANY_WORKERS : SOME_WORKERS,
      // Long enough for a busy machine; only a test that hangs takes longer.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      sequence: { groupOrder: groups[group] },
      ...settings,
      exclude: [...configDefaults.exclude, ...(settings.exclude ?? [])],
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project('test', 'unit', {
        include: [
          'packages/*/{src,bench,test}/**/*.test.ts',
          'demo/*.test.ts',
          'docs/{conformance,reference}/*.test.ts',
          'test/architecture/*.test.ts',
        ],
        exclude: [...notUnit, ...server, ...backends],
        isolate: false,
      }),
      project('test', 'server', {
        include: server,
        exclude: [...notUnit, ...replacesModules],
        isolate: false,
      }),
      project('test', 'own-process', { include: replacesModules, exclude: notUnit }),
      project('test', 'end-to-end', {
        ...withService,
        include: ['test/**/*.test.ts'],
        exclude: ['test/architecture/**', ...visits, ...commands, ...examples, ...backends, ...endurance],
      }),
      project('others', 'visits', { ...withService, include: visits }),
      project('others', 'commands', { ...withService, isolate: true, include: commands }),
      // Examples are installed from packed packages, with their own React, Vue and Angular.
      project('others', 'examples', { include: examples, testTimeout: 180_000, hookTimeout: 600_000 }),
      // Missing databases and search engines are reported, and their tests skipped.
      project('backends', 'backends', {
        include: backends,
        globalSetup: 'packages/opensearch/test/cluster/shared-cluster.ts',
        // Clusters that lose a node recover too late beside a second worker.
        maxWorkers: 1,
        testTimeout: 120_000,
        hookTimeout: 300_000,
        disableConsoleIntercept: true,
      }),
      // A real WordPress with the plug-in; missing tools are reported, and its tests skipped.
      project('others', 'wordpress', {
        include: ['integrations/wordpress/test/**/*.test.ts'],
        globalSetup: 'integrations/wordpress/test/harness/database.ts',
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      project('endurance', 'endurance', {
        include: [...endurance, PROPERTIES],
        env: MANY_RUNS,
        testTimeout: 20 * 60_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
