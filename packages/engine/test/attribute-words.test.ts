import { beforeEach, expect, test } from 'vitest';
import { everything } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const space = spaceForEach();
const found = async (input: string) =>
  (await space.search({ ...everything, input })).documents.map(({ id }) => id);

beforeEach(async () => {
  await space.put([
    {
      id: 'loops',
      title: 'Go to considered harmful',
      description: 'On loops',
      authors: ['Perlis, Alan J.', 'Samelson, K.'],
      keywords: ['structured programming'],
      homepage: 'https://example.org/zebra',
      language: 'en',
    },
    { id: 'sorting', title: 'Sorting', text: 'Programming of sorting', language: 'en' },
  ]);
});

test('words in attribute values are searched, as in the text', async () => {
  expect(await found('perlis loops')).toEqual(['loops']);
  expect(await found('"structured programming"')).toEqual(['loops']);
  expect((await found('program')).sort()).toEqual(['loops', 'sorting']);
});

test('a phrase does not match across values', async () => {
  expect((await space.search({ ...everything, input: '"alan j samelson"' })).isUnquoted).toBe(true);
});

test('addresses and languages are not searched', async () => {
  for (const input of ['zebra', 'https', 'en']) expect(await found(input)).toEqual([]);
});

test('a document loses the words of its previous attributes', async () => {
  await space.put([{ id: 'loops', title: 'Go to', language: 'en' }]);
  expect(await found('samelson')).toEqual([]);
});
