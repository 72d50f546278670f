/** Search for a sample of the preferred labels of the Field guide; `labels.slow.test.ts` tests all. */
import { expect, test } from 'vitest';
import { askedFieldGuide } from './field-guide.fixture.ts';
import { labelsAstray } from './labels.fixture.ts';

const ask = askedFieldGuide();

test('preferred labels find a document about their concept first', async () => {
  // The labels are ordered by concept, in five languages each; a step of 19 includes all languages.
  const { asked, astray } = await labelsAstray(ask, 19);
  expect(asked).toBeGreaterThan(200);
  expect(astray).toEqual([]);
});

test.each([
  ['Gelbe Mittelmeerskorpione', 'species/deathstalker'],
  ['Kleingefleckte Katzenhaie', 'species/small-spotted-catshark'],
  ['Katzenhaie', 'species/small-spotted-catshark'],
  ['Riesenläufern', 'species/amazonian-giant-centipede'],
])('words of longer labels stay whole in other forms: %s', async (input, id) => {
  const [first] = (await ask(input, 'de', 1)).documents;
  expect(first?.id).toContain(id);
});
