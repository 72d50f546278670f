import { Readable } from 'node:stream';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { expect, test, vi } from 'vitest';
import { everything, facetRequest } from '../../test/support/queries.ts';
import { spaceForEach } from '../../test/support/search-space.ts';
import { openSearchSpace } from './search-space-client.ts';

const space = spaceForEach(openSearchSpace);

test('a search space in a worker returns results and keeps its documents when reopened', async () => {
  await space.put([{ id: 'a', title: 'Tides', language: 'en' }]);
  await space.reopen();
  expect((await space.search({ ...everything, input: 'tide' })).documents.map(({ id }) => id)).toEqual(['a']);
});

test('a worker sends the facet values that the search has found', async () => {
  const concept = (name: string, more = '') =>
    `<https://example.org/${name}> a skos:Concept ; skos:prefLabel "${name}"@en ${more} .`;
  const concepts = concept('Sea') + concept('Tide', '; skos:broader <https://example.org/Sea>');
  const prefix = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
  await space.replaceThesaurus(Readable.from([prefix + concepts]), 'text/turtle');
  await space.put([{ id: 'a', title: 'Tides', type: 'Book', subjects: ['https://example.org/Tide'] }]);
  const tree = facetRequest(ALL_CONCEPTS_FIELD, { mode: 'hierarchical' });
  const facets = [tree, facetRequest('type'), facetRequest('nothing')];
  const literal = { label: 'Book', value: null, count: 1, children: null };
  const tide = { label: 'Tide', value: 'https://example.org/Tide', count: 1, children: [] };
  expect((await space.search({ ...everything, facets })).facets).toEqual([
    {
      field: ALL_CONCEPTS_FIELD,
      values: [{ ...tide, label: 'Sea', value: 'https://example.org/Sea', children: [tide] }],
    },
    { field: 'dyn_lit_type', values: [literal] },
    { field: null, values: [] },
  ]);
});

test('a worker opens the index with the given options', async () => {
  await space.put([{ id: 'a', title: 'Tides', language: 'en' }]);
  const found = async () => (await space.search({ ...everything, input: 'tide ' })).total;
  expect(await found()).toBe(1);
  await space.reopen((directory) =>
    openSearchSpace(directory, { settings: { expanding: false, relaxing: false } }),
  );
  expect(await found()).toBe(0);
});

test('replaceThesaurus accepts a stream of strings and bytes', async () => {
  async function* content() {
    yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
    yield Buffer.from('<https://example.org/a> a skos:Concept ; skos:prefLabel "Tide"@en .');
  }
  expect((await space.replaceThesaurus(content(), 'text/turtle')).concepts).toBe(1);
});

test('errors keep their name and code across threads', async () => {
  const unknown = space.document('nowhere', { documentFacets: [] });
  await expect(unknown).rejects.toMatchObject({ name: 'QueryError', code: 'unknown-document' });
  async function* nonsense() {
    yield '<<<';
  }
  await expect(space.replaceThesaurus(nonsense(), 'text/turtle')).rejects.toMatchObject({
    code: 'invalid-thesaurus',
  });
});

test('an aborted search rejects at once', async () => {
  const controller = new AbortController();
  const response = space.search(everything, controller.signal);
  controller.abort(new Error('enough'));
  await expect(response).rejects.toThrow('enough');
});

/** Expects that searches sent after `slow` finish before it. */
async function finishesAfterSearches(slow: Promise<unknown>): Promise<void> {
  const finished: string[] = [];
  const last = slow.then(() => finished.push('last'));
  for (const name of ['first', 'second']) {
    await space.search(everything);
    finished.push(name);
  }
  await last;
  expect(finished).toEqual(['first', 'second', 'last']);
}

async function* aboutTides() {
  yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
  yield '<https://example.org/a> a skos:Concept ; skos:prefLabel "Tide"@en .';
}

test('searches run while concepts of a long text are extracted', async () => {
  await space.replaceThesaurus(aboutTides(), 'text/turtle');
  const query = { text: 'the tide '.repeat(100_000), language: 'en', count: 1 };
  const extracted = space.extract(query);
  await finishesAfterSearches(extracted);
  expect((await extracted)[0]).toMatchObject({ label: 'Tide', frequency: 100_000 });
});

test('searches run while mentions in a long document are located', async () => {
  await space.replaceThesaurus(aboutTides(), 'text/turtle');
  await space.put([
    { id: 'long', language: 'en', text: 'the tide '.repeat(100_000), subjects: ['https://example.org/a'] },
  ]);
  const read = space.document('long', { documentFacets: [] });
  await finishesAfterSearches(read);
  expect((await read).concepts[0]!.positions.description).toHaveLength(1000);
});

test('searches run while a long document is tagged and indexed', async () => {
  await space.replaceThesaurus(aboutTides(), 'text/turtle');
  let isWritten = false;
  const writing = space.put([{ id: 'long', language: 'en', text: 'the tide '.repeat(150_000) }]).then(() => {
    isWritten = true;
  });
  let searches = 0;
  for (; !isWritten; searches++) await space.search(everything);
  await writing;
  expect(searches).toBeGreaterThan(20);
  expect((await space.document('long', { documentFacets: [] })).concepts).toHaveLength(1);
}, 30_000);

test('a closed search space rejects requests', async () => {
  await space.close();
  await expect(space.describe()).rejects.toThrow('closed');
});

test('segments are merged in a worker while documents are written', async () => {
  for (let batch = 0; batch < 20; batch++) {
    await space.put(
      Array.from({ length: 300 }, (_, i) => ({ id: `${batch}-${i}`, title: `w${i}`, language: 'en' })),
    );
  }
  await space.delete('3-7');
  expect((await space.search({ ...everything, input: 'w7 ' })).total).toBe(19);
});

test('train returns quality measures, and the model survives reopening', async () => {
  await expect(space.train()).rejects.toMatchObject({ code: 'nothing-to-learn' });
  async function* content() {
    yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
    for (const name of ['tide', 'coast', 'report'])
      yield `<https://example.org/${name}> a skos:Concept ; skos:prefLabel "${name}"@en . `;
  }
  await space.replaceThesaurus(content(), 'text/turtle');
  // Mentions of tides are tags, mentions of reports are not.
  await space.put(
    Array.from({ length: 300 }, (_, i) => {
      const topic = i % 2 === 0 ? 'tide' : 'coast';
      const title = `Report ${i} on the ${topic}`;
      return { id: `${i}`, title, language: 'en', subjects: [`https://example.org/${topic}`] };
    }),
  );
  const { documents, recall, languages } = await space.train();
  expect([documents, recall, languages[0]!.language]).toEqual([300, 1, 'en']);
  await space.close();
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  await space.reopen((directory) => openSearchSpace(directory, { onWarning }));
  const found = await space.extract({ text: 'Report on a tide', language: 'en', count: 2 });
  expect(found[0]).toMatchObject({ label: 'tide' });
  expect(found[0]!.score).toBeGreaterThan(80);
  expect(warnings).toEqual([]);
}, 30_000);

test('training tags extracted documents again, even if the search space is reopened meanwhile', async () => {
  async function* content() {
    yield '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . ';
    for (const name of ['tide', 'coast', 'report'])
      yield `<https://example.org/${name}> a skos:Concept ; skos:prefLabel "${name}"@en . `;
  }
  const description = 'Such a report is a report that each report is like.';
  await space.replaceThesaurus(content(), 'text/turtle');
  await space.put(
    Array.from({ length: 300 }, (_, i) => {
      const topic = i % 2 === 0 ? 'tide' : 'coast';
      const title = `Report ${i} on the ${topic}`;
      return { id: `${i}`, title, description, language: 'en', subjects: [`https://example.org/${topic}`] };
    }),
  );
  const title = 'Report on the tide';
  await space.put(
    Array.from({ length: 40 }, (_, i) => ({ id: `untagged-${i}`, title, description, language: 'en' })),
  );
  await space.put([
    { id: 'own', title, description, language: 'en', subjects: ['https://example.org/report'] },
  ]);
  const taggedReport = async () =>
    (
      await space.search({
        ...everything,
        input: 'report ',
        selected: [{ field: 'dyn_uri_all_concepts', values: [{ concept: 'https://example.org/report' }] }],
      })
    ).total;
  expect(await taggedReport()).toBe(41);
  await space.train();
  await space.reopen();
  // All texts mention reports, but no example is tagged with them. Manual tags are kept.
  await vi.waitFor(async () => expect(await taggedReport()).toBe(1), { timeout: 10_000, interval: 50 });
  expect((await space.stored('untagged-7'))!.title).toBe(title);
}, 30_000);
