/** Search for every preferred label of the Field guide, in each language. */
import { expect, test } from 'vitest';
import { askedFieldGuide } from './field-guide.fixture.ts';
import { labelsAstray } from './labels.fixture.ts';

const ask = askedFieldGuide();

test('every preferred label finds a document about its concept first', async () => {
  const { asked, astray } = await labelsAstray(ask, 1);
  expect(asked).toBeGreaterThan(4000);
  expect(astray).toEqual([]);
});
