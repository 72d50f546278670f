/** Requests and responses in the variants that GraphSearch services use. */
import { describe, expect, test } from 'vitest';
import { documents, facetRequest, puma } from '../../server/test/support/documents.ts';
import { problemOf, remoteZoo, searched } from '../test/fake-remote-space.ts';

const { fakeServer, spaceOf } = remoteZoo();

describe('response variants', () => {
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

test('a text that the service would truncate returns 400 with its limit', async () => {
  const question = { text: 'puma '.repeat(2401), language: 'en', count: 5 };
  const problem = await problemOf((await spaceOf()).extract(question));
  expect(problem).toMatchObject({ code: 'bad-request' });
  expect(problem.message).toContain('12000');
});
