/** Freshness of the generated reference pages, and links between them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../packages/server/src/settings/environment.ts';
import { requiredFeatures } from './browsers.ts';
import { generatedFiles, REFERENCE_FOLDER, referencePages } from './pages.ts';

const files = (await generatedFiles()).map(([path, text]) => ({ file: path.pathname, path, text }));

test.each(files)('$file is up to date; `pnpm reference` writes it', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('reference pages link only to existing pages', async () => {
  const links = (await referencePages()).flatMap(({ blocks }) =>
    [...blocks.join('\n').matchAll(/\]\(([\w./-]+\.md)/g)].map(([, target]) => target!),
  );
  expect(links.filter((target) => !existsSync(new URL(target, REFERENCE_FOLDER)))).toEqual([]);
});

test('every environment variable has a description', () => {
  for (const [name, schema] of Object.entries(VARIABLES)) {
    expect((schema as { title?: string }).title, name).toMatch(/\.$/);
  }
});

test('the widgets use every feature that determines the oldest browsers', () => {
  const sources = globSync('packages/{widgets,client}/src/**/*.ts')
    .filter((path) => !/test\.ts$|browser\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  expect(requiredFeatures.filter(({ sign }) => !sources.includes(sign))).toEqual([]);
});
