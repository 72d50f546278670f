import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { GUIDES, REFERENCE } from '../src/sidebar.ts';

it.each([
  ['how-to guide', 'how-to', GUIDES],
  ['reference page', 'reference', REFERENCE],
])('each %s is in one group of the sidebar', (_, folder, groups) => {
  const pages = globSync(`../src/content/docs/${folder}/*.md`, { cwd: import.meta.dirname });
  const names = pages.map((page) => basename(page, '.md'));
  expect(Object.values(groups).flat().toSorted()).toEqual(names.toSorted());
});
