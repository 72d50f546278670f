import { expect, test } from 'vitest';
import { everything } from '../../test/support/queries.ts';
import { spaceForEach } from '../../test/support/search-space.ts';

const space = spaceForEach();

test('hidden documents count for the relaxation of a query, in any segmentation', async () => {
  const both = Array.from({ length: 40 }, (_, i) => ({ id: `hidden${i}`, title: 'Tide pool', subjects: [] }));
  const one = { id: 'visible', title: 'Tide table', subjects: [] };
  const hidden = both.map(({ id }) => id);
  const totalOf = async () =>
    (await space.search({ ...everything, input: 'tide pool ', curation: { pinned: [], hidden } })).total;
  await space.put(both);
  await space.put([one]);
  const inTwoSegments = await totalOf();
  await space.deleteAll([...hidden, one.id]);
  await space.put([...both, one]);
  expect([inTwoSegments, await totalOf()]).toEqual([0, 0]);
});
