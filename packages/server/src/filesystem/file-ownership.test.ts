import { chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { directoryForEach } from '../../test/support/service.ts';
import { openFileStore } from '../configurations/store.ts';
import { openContent } from '../open-content.ts';

const place = directoryForEach(openContent);
const isRoot = process.getuid?.() === 0;
const [user, group] = [4321, 4300];

async function ofOthers(): Promise<string[]> {
  const names = await readdir(place.directory, { recursive: true });
  const stats = await Promise.all(names.map((name) => stat(join(place.directory, name))));
  return names.filter((_name, i) => stats[i]!.uid !== user || stats[i]!.gid !== group).toSorted();
}

const documents = '{"id":"a","title":"Puma"}\n';

test.skipIf(!isRoot)(
  'files that root creates in a data directory belong to the owner of the directory',
  async () => {
    await chown(place.directory, user, group);
    const { call, created } = await place.start();
    await created();
    const type = { 'Content-Type': 'application/x-ndjson' };
    expect((await call('POST', '/api/spaces/animals/documents', documents, type)).status).toBe(200);
    await place.stop();
    expect(await ofOthers()).toEqual([]);
  },
);

test.skipIf(!isRoot)('files that root creates again belong to the owner of their folder', async () => {
  const { created } = await place.start();
  await created();
  await place.stop();
  for (const folder of [place.directory, join(place.directory, 'configurations')])
    await chown(folder, user, group);
  const before = await ofOthers();
  const store = await openFileStore(place.directory);
  await store.create('ann', defaultSettings);
  expect(await ofOthers()).toEqual(before);
});
