import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import { staticFile } from './static-files.ts';
import { hashOf, keepBuilds, MAX_KEPT_BUILDS } from './widget-builds.ts';

const build = (version: number) =>
  new Map(
    [
      ['widget.js', `export const version = ${version}`],
      ['assets/de-4f2a.js', `export const german = ${version}`],
    ].map(([name, text]) => [name!, staticFile(name!, Buffer.from(text!))] as const),
  );
const nameOf = (version: number) => hashOf(build(version))!;
const texts = (builds: Awaited<ReturnType<typeof keepBuilds>>) =>
  builds.map((files) => `${files.get('widget.js')!.body}`);

/** Sets the time of the last start with a build. */
const startedAt = (folder: string, version: number) =>
  utimes(join(folder, nameOf(version)), version * 1000, version * 1000);

test('previous builds stay after an update, the newest first, with their chunks', async () => {
  const folder = join(await folderOfTest(), 'widgets');
  expect(await keepBuilds(folder, build(1))).toEqual([]);
  await startedAt(folder, 1);
  expect(await keepBuilds(folder, build(1)), 'a restart without an update').toEqual([]);
  await startedAt(folder, 1);
  await keepBuilds(folder, build(2));
  await startedAt(folder, 2);
  const builds = await keepBuilds(folder, build(3));
  expect(texts(builds)).toEqual(['export const version = 2', 'export const version = 1']);
  expect([...builds[1]!.keys()].sort()).toEqual(['assets/de-4f2a.js', 'widget.js']);
});

test('only the newest builds stay', async () => {
  const folder = await folderOfTest();
  for (let version = 1; version <= MAX_KEPT_BUILDS + 2; version++) {
    await keepBuilds(folder, build(version));
    await startedAt(folder, version);
  }
  const names = Array.from({ length: MAX_KEPT_BUILDS }, (_, index) => nameOf(index + 3));
  expect((await readdir(folder)).sort()).toEqual(names.sort());
});

test('changed files are not served, and unfinished builds are deleted', async () => {
  const folder = await folderOfTest();
  await keepBuilds(folder, build(1));
  await writeFile(join(folder, nameOf(1), 'widget.js'), 'alert(1)');
  await writeFile(join(folder, `${nameOf(2)}.half`), '');
  expect(await keepBuilds(folder, build(3))).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual([nameOf(1), nameOf(3)].sort());
});

test('nothing is kept before the first build', async () => {
  const folder = join(await folderOfTest(), 'widgets');
  expect(await keepBuilds(folder, new Map())).toEqual([]);
});
