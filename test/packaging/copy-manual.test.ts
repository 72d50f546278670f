import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../support/fixtures.ts';
import { copyManual } from './copy-manual.ts';

it('replaces the manual of the package by the built site', async () => {
  const folder = await folderOfTest();
  const [site, destination] = [join(folder, 'site'), join(folder, 'manual')];
  for (const path of [site, destination]) mkdirSync(path);
  writeFileSync(join(destination, 'old.html'), '');
  writeFileSync(join(site, 'index.html'), '');
  copyManual(site, destination);
  expect(readdirSync(destination)).toEqual(['index.html']);
});

it('leaves the package without a manual if the site is not built', async () => {
  const folder = await folderOfTest();
  const destination = join(folder, 'manual');
  mkdirSync(destination);
  copyManual(join(folder, 'missing'), destination);
  expect(existsSync(destination)).toBe(false);
});
