/** Whoever types what a concept is called finds a document about it first: `labels.slow.test.ts` asks for every label. */
import { expect, test } from 'vitest';
import { askedFieldGuide } from './field-guide.fixture.ts';
import { labelsAstray } from './labels.fixture.ts';

const ask = askedFieldGuide();

test('preferred labels find a document about their concept first', async () => {
  // Labels stand by concept, five languages each: this takes them all in turn.
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
