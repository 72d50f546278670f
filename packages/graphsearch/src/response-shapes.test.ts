/** Requests and responses in the variants that GraphSearch versions use. */
import { describe, expect, test } from 'vitest';
import { documents, facetRequest, puma } from '../../server/test/support/documents.ts';
import { problemOf, remoteZoo, searched } from '../test/fake-remote-space.ts';

const { fakeServer, spaceOf, pathsMet } = remoteZoo();

test('paging requests only the page from the service', async () => {
  const space = await spaceOf();
  await searched(space, { input: 'near houses' });
  const first = await pathsMet();
  expect(first.filter((path) => path !== 'POST search')).not.toEqual([]);
  await searched(space, { input: 'near houses', start: 1 });
  expect(await pathsMet()).toEqual(['POST search']);
});

describe('response variants', () => {
  test('before version 7, results are in another member and texts are sent word by word', async () => {
    await fakeServer.setBehavior({ version: 6 });
    const space = await spaceOf({ version: '6.2', wordByWord: true });
    expect((await searched(space, { input: 'near houses' })).documents).toHaveLength(1);
    const met = await fakeServer.calls();
    const search = met.find(({ path }) => path === '/GraphSearch/6.2/api/search');
    const words = (search!.body as { searchFilters: { field: string; value: string }[] }).searchFilters;
    expect(words.map(({ field, value }) => [field, value])).toEqual([
      ['dyn_txt_content', 'near'],
      ['dyn_txt_content', 'houses'],
    ]);
  });

  test('label and URI of a concept may be swapped', async () => {
    await fakeServer.setBehavior({ uriAsLabel: true });
    const field = 'dyn_uri_all_concepts';
    const { facets, documents: found } = await searched(await spaceOf(), {
      input: '"near houses"',
      facets: [facetRequest(field)],
      documentFacets: [field],
    });
    expect(facets[0]!.values.find(({ value }) => value === puma)).toMatchObject({ label: 'Puma', count: 1 });
    expect(found[0]!.facets).toEqual([{ reference: field, field, values: [{ label: 'Puma', value: puma }] }]);
  });

  test('end positions may be inclusive', async () => {
    const question = { text: 'The puma. Puma!', language: 'en', count: 5 };
    const exclusive = await (await spaceOf()).extract(question);
    await fakeServer.setBehavior({ inclusiveEnds: true });
    expect(await (await spaceOf()).extract(question)).toEqual(exclusive);
    expect(exclusive[0]!.matchedTexts[0]!.positions).toEqual([{ begin: 4, end: 8 }]);
  });

  test('single numbers become selectable ranges', async () => {
    await fakeServer.setBehavior({ numbersAsValues: true });
    const { facets } = await searched(await spaceOf(), { facets: [facetRequest('dyn_flt_mass')] });
    expect(facets[0]!.values.every(({ label }) => /^\[\d+ TO \d+\]$/.test(label))).toBe(true);
  });
});

test('results beyond the window of the service return 400 with its size', async () => {
  const problem = await problemOf(searched(await spaceOf({ window: 20 }), { start: 15, count: 10 }));
  expect(problem).toMatchObject({ code: 'bad-request' });
  expect(problem.message).toContain('20');
});

test('ids and queries reach the service unchanged', async () => {
  const id = documents[2]!.id;
  const space = await spaceOf();
  await space.similar({ id, count: 2, documentFacets: [], summaryLength: 0 });
  const [similar] = (await fakeServer.calls()).filter(({ path }) => path.endsWith('similar'));
  expect(similar?.query.id).toBe(id);
});
