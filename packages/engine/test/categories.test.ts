/** Categories of documents: a tree facet with roll-up counts, and suggestions with context. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CATEGORY_SCHEME,
  categoryPaths,
  categoryStatements,
} from '@semantic-search/query/category-thesaurus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FacetCount } from '../src/api.ts';
import { openSpace } from '../src/search-space.ts';
import { spaceFiles } from '../src/storage/space-files.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

const documents = [
  { id: 'urn:passport', title: 'Passport', breadcrumbs: ['Town', 'Services', 'Identity', 'Passport'] },
  { id: 'urn:card', title: 'Identity card', breadcrumbs: ['Town', 'Services', 'Identity', 'Identity card'] },
  { id: 'urn:waste', title: 'Bulky waste', breadcrumbs: ['Town', 'Services', 'Bulky waste'] },
  { id: 'urn:fair', title: 'The fair', text: 'Identity cards are services.', categories: ['Town > News'] },
  { id: 'urn:own', title: 'With subjects', subjects: ['urn:topic'], categories: ['Town > News'] },
];

let directory: string;
let space: WritableSpace;

async function* textOf(text: string) {
  yield text;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'categories-'));
  space = await openSpace(directory);
  await space.put(documents);
  const { statements } = categoryStatements(documents.flatMap(categoryPaths))!;
  await space.replaceThesaurus(statements, '', 'categories');
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const search = (values: { concept: string }[] = []) =>
  space.search({
    input: '',
    selected: values.length > 0 ? [{ field: CATEGORY_SCHEME, values }] : [],
    excluded: [],
    facets: [
      {
        field: CATEGORY_SCHEME,
        mode: 'hierarchical',
        depth: 0,
        limit: 10,
        sorting: 'count',
        order: 'desc',
        includeEmpty: false,
      },
    ],
    documentFacets: [],
    sort: { field: 'title', direction: 'asc' },
    start: 0,
    count: 10,
    summaryLength: 0,
  });

const shown = (values: FacetCount[]): unknown[] =>
  values.map(({ label, count, children }) => [label, count, ...(children?.length ? [shown(children)] : [])]);

test('categories are a tree facet with roll-up counts, and mentions in texts do not count', async () => {
  const { facets } = await search();
  expect(shown(facets[0]!.values)).toEqual([
    ['Services', 3, [['Identity', 2]]],
    ['News', 2],
  ]);
  const [services] = facets[0]!.values;
  const { documents: found } = await search([{ concept: services!.value! }]);
  expect(found.map(({ id }) => id)).toEqual(['urn:waste', 'urn:card', 'urn:passport']);
});

test('categories are suggested with their context, and relate documents', async () => {
  expect(await space.suggest({ text: 'ident', count: 5 })).toMatchObject([
    { label: 'Identity', context: 'Services', count: 2 },
  ]);
  const similar = await space.similar({
    id: 'urn:passport',
    count: 1,
    documentFacets: [],
    summaryLength: 0,
  });
  expect(similar.map(({ id }) => id)).toEqual(['urn:card']);
});

test('categories remain after the space is opened again', async () => {
  await space.close();
  space = await openSpace(directory);
  expect(shown((await search()).facets[0]!.values)).toHaveLength(2);
});

test('documents are written again only if their concepts change', async () => {
  const keys = () => {
    const database = new DatabaseSync(spaceFiles(directory).database, { readOnly: true });
    const rows = database.prepare('SELECT id, key FROM document').all();
    database.close();
    return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
  };
  const before = keys();
  const { statements } = categoryStatements([['Identity']])!;
  await space.replaceThesaurus(statements, '', 'categories');
  expect(keys()).toEqual(before);
  const concept = `<urn:waste> a <http://www.w3.org/2004/02/skos/core#Concept> ;
    <http://www.w3.org/2004/02/skos/core#prefLabel> "Bulky waste" .`;
  await space.replaceThesaurus(textOf(concept), 'text/turtle');
  const changed = Object.entries(keys()).filter(([id, key]) => key !== before[id]);
  expect(changed.map(([id]) => id)).toEqual(['urn:waste']);
});

test('the title of a page counts more than the category of another page with all words', async () => {
  const pages = [
    ...Array.from({ length: 40 }, (_, i) => ({
      id: `urn:${i}`,
      title: `Identity ${i}`,
      breadcrumbs: ['Town'],
    })),
    { id: 'urn:overview', title: 'Overview', breadcrumbs: ['Town', 'Identity'], text: 'Issue or renewal.' },
    { id: 'urn:renewal', title: 'Identity renewal in writing', text: 'How to get new papers.' },
  ];
  const other = await openSpace(join(directory, 'other'));
  await other.put(pages);
  await other.replaceThesaurus(
    categoryStatements(pages.flatMap(categoryPaths))!.statements,
    '',
    'categories',
  );
  const { documents: found } = await other.search({ ...everything, input: 'identity renewal' });
  await other.close();
  expect(found.map(({ id }) => id).slice(0, 2)).toEqual(['urn:renewal', 'urn:overview']);
});
