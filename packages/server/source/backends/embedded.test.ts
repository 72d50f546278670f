import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backendConformance } from './conformance.ts';
import { openEmbeddedBackend } from './embedded.ts';
import { plain, textOf } from './fixtures.testing.ts';

backendConformance('embedded', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const backend = await openEmbeddedBackend({ directory, onWarning: () => undefined });
  return {
    backend,
    space: 'zoo',
    learn: async (turtle) => {
      const content = await backend.content('zoo', true);
      await content!.thesaurus!.replaceThesaurus(textOf(turtle), 'text/turtle');
    },
    takeAway: () => backend.close(),
    elsewhere: null,
    close: async () => {
      await backend.close();
      await rm(directory, { recursive: true });
    },
  };
});

test('a damaged space is listed as one that cannot answer, and stops no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
  const warnings: string[] = [];
  const open = () => openEmbeddedBackend({ directory, onWarning: (space) => warnings.push(space) });
  const before = await open();
  await (await before.content('good', true))!.documents.put([{ id: 'urn:a', title: 'A' }]);
  await before.close();
  await mkdir(join(directory, 'bad'));
  await writeFile(join(directory, 'bad', 'space.sqlite'), 'this is no database'.repeat(100));
  const after = await open();
  expect(await after.names()).toEqual(['bad', 'good']);
  await expect(after.space('bad')).rejects.toThrow();
  expect(await (await after.space('good'))!.search(plain)).toMatchObject({ total: 1 });
  expect(await after.trouble()).toContain('bad');
  expect(warnings).toEqual(['bad']);
  await after.close();
  await rm(directory, { recursive: true });
});
