/** Migrations between data directories; test/backends migrates to a cluster and back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentInput } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { thesaurusDigest } from '@semantic-search/query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textOf, thesaurus } from '../../test/support/documents.ts';
import { openEmbeddedBackend } from '../backends/embedded.ts';
import { migrate } from './migrate.ts';
import { spaceParts } from './state-parts.ts';

let directory: string;
let [from, to]: WritableBackend[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'moved-'));
  const onWarning = (_: string, message: string) => expect.unreachable(message);
  const open = (name: string) => openEmbeddedBackend({ directory: join(directory, name), onWarning });
  [from, to] = [await open('from'), await open('to')];
  await put(
    from,
    Array.from({ length: 7 }, (_, i) => ({ id: `urn:${i}`, title: `Version one of ${i}`, subjects: [] })),
  );
  await putThesaurus(from, thesaurus);
});
afterEach(async () => {
  await from!.close();
  await to!.close();
  await rm(directory, { recursive: true });
});

const contentOf = async (backend: WritableBackend) => (await backend.content('zoo', true))!;
const put = async (backend: WritableBackend, documents: DocumentInput[]) =>
  (await contentOf(backend)).documents.put(documents);
const putThesaurus = async (backend: WritableBackend, text: string) =>
  (await contentOf(backend)).thesaurus!.replaceThesaurus(textOf(text), 'text/turtle');

/** Everything that a backend has. */
async function kept(backend: WritableBackend) {
  const originals = (await backend.content('zoo', false))?.originals;
  const documents: DocumentInput[] = [];
  for await (const document of originals?.all() ?? []) documents.push(document);
  const record = await originals?.thesaurus();
  return {
    documents: documents.sort((a, b) => a.id.localeCompare(b.id)),
    thesaurus: record && thesaurusDigest(record),
  };
}

/** What becomes of each part. */
async function move(): Promise<string[]> {
  const parts = await migrate(await spaceParts('zoo', from!, to!));
  return parts.map(({ name, target, outcome }) => `${name}: ${target} ${outcome}`);
}

test('migrates content, and a repetition changes nothing', async () => {
  expect(await move()).toEqual(['thesaurus of zoo: 1 migrated', 'documents of zoo: 7 migrated']);
  expect(await kept(to!)).toEqual(await kept(from!));
  expect(await move()).toEqual(['thesaurus of zoo: 1 unchanged', 'documents of zoo: 7 unchanged']);
});

test.each([
  ['before the first document', []],
  ['in the middle of the documents', [0, 3, 6]],
])('resumes a migration that was interrupted %s', async (_, there) => {
  const { documents } = await kept(from!);
  await putThesaurus(to!, thesaurus);
  await put(
    to!,
    there.map((i) => documents[i]!),
  );
  expect(await move()).toEqual(['thesaurus of zoo: 1 unchanged', 'documents of zoo: 7 migrated']);
  expect(await kept(to!)).toEqual(await kept(from!));
});

test('rejects the migration if a document differs in the target, names it and changes nothing', async () => {
  await move();
  await put(from!, [{ id: 'urn:new', title: 'Only to be moved', subjects: [] }]);
  const corrected = [1, 2].map((i) => ({ id: `urn:${i}`, title: 'Corrected', subjects: [] }));
  await put(to!, corrected);
  const before = await kept(to!);
  await expect(move()).rejects.toThrow('documents of zoo that differ from the source: 2 (urn:1, urn:2)');
  expect(await kept(to!)).toEqual(before);
});

test('does not overwrite a different thesaurus', async () => {
  await move();
  await putThesaurus(to!, thesaurus.replaceAll('Mountain lion', 'Cougar'));
  const before = await kept(to!);
  await expect(move()).rejects.toThrow('thesaurus of zoo that differ from the source: 1 (thesaurus)');
  expect(await kept(to!)).toEqual(before);
});

test('reports the first documents that exist only in the target before it writes anything', async () => {
  const own = Array.from({ length: 9 }, (_, i) => ({ id: `urn:own:${i}`, title: 'Own', subjects: [] }));
  await put(to!, own);
  const before = await kept(to!);
  await expect(move()).rejects.toThrow(
    /documents of zoo that exist only in the target: 9 \((?:urn:own:\d, ){5}…\)/,
  );
  expect(await kept(to!)).toEqual(before);
});

test('makes none of several migrations if one is rejected', async () => {
  const conflicting = {
    name: 'items',
    source: () => [],
    target: () => [['one', 1] as const],
    write: () => expect.unreachable(),
  };
  await expect(migrate([...(await spaceParts('zoo', from!, to!)), conflicting])).rejects.toThrow(
    'items that exist only in the target: 1 (one)',
  );
  expect(await to!.names()).toEqual([]);
});
