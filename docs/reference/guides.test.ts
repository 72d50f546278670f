import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { GUIDES } from '../src/guides.ts';

it('each how-to guide is in one group of the sidebar', () => {
  const pages = globSync('../src/content/docs/how-to/*.md', { cwd: import.meta.dirname });
  const names = pages.map((page) => basename(page, '.md'));
  expect(Object.values(GUIDES).flat().toSorted()).toEqual(names.toSorted());
});
