/** Commands in documents, help texts and code: npx runs scoped packages only. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folders = '{docs,examples,demo,packages,test,.ci,integrations}';
const files = globSync(
  [
    '*.{md,json,yaml}',
    `${folders}/**/*.{md,mdx,ts,tsx,mts,js,mjs,json,yaml,yml,html,txt,vue,php,sh,service}`,
    `${folders}/**/Containerfile*`,
  ],
  { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|modules|dist|packed)$/.test(path) },
).filter((path) => path !== 'test/architecture/commands.test.ts');

/** Anyone may publish the unscoped name, so npx must not look for it in a registry. */
const bareName =
  /\b(?:npx|npm (?:exec|create|init|install|i|x)|pnpm (?:dlx|create|add)|yarn (?:dlx|create|add)|bunx)\s+((?:-{1,2}[\w-]+(?:[= ]@semantic-search\/[\w@./-]+|[= ]node@\d+)?\s+)*)(?:--\s+)?semantic-search(?![\w/])/g;

/** The command of an installed package: from the folder, or from a package with its scope. */
const isSafe = (options: string) => /--no-install\b|--package[= ]@semantic-search\//.test(options);

const bareNames = (text: string) =>
  [...text.matchAll(bareName)].filter(([, options = '']) => !isSafe(options)).map(([command]) => command);

it('never let npx fetch the unscoped name', () => {
  const wrong = files.flatMap((path) =>
    bareNames(readFileSync(join(root, path), 'utf8')).map((command) => `${path}: ${command}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it.each([
  'npx semantic-search start',
  'npx --yes semantic-search start',
  'npx -y semantic-search',
  'npm exec -- semantic-search',
  'npm create semantic-search my-search',
  'pnpm dlx semantic-search start',
])('recognize %s as unsafe', (command) => {
  expect(bareNames(command)).toHaveLength(1);
});

it.each([
  'npx --no-install semantic-search start --demo',
  'npx --package @semantic-search/cli semantic-search start --demo',
  'npx --package node@24 --package @semantic-search/cli semantic-search start',
  'npx pnpm@12 exec semantic-search token',
  'npm install @semantic-search/cli',
  'npm create @semantic-search my-search',
])('recognize %s as safe', (command) => {
  expect(bareNames(command)).toEqual([]);
});
