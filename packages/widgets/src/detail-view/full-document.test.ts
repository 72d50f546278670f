/** Tests of full document responses of unexpected shape. */
import { expect, test } from 'vitest';
import { readFullDocument } from './detail-view.ts';

test('readFullDocument repairs concepts of unexpected shape and drops those without a label', () => {
  const positions = { title: null, description: [{ begin: 0, end: 4 }, null] };
  const puma = {
    uri: 'urn:puma',
    label: 'puma',
    definition: 5,
    broader: [null, { label: 'cats' }],
    positions,
  };
  const concepts = [puma, null, { label: null }, { label: 'lynx' }];
  expect(readFullDocument({ id: 'a', concepts } as never, '').concepts).toEqual([
    {
      ...puma,
      definition: '',
      broader: [{ uri: '', label: 'cats' }],
      positions: { title: [], description: [{ begin: 0, end: 4 }] },
    },
    {
      uri: '',
      label: 'lynx',
      definition: '',
      broader: [],
      positions: { title: [], description: [] },
    },
  ]);
  expect(readFullDocument({ id: 'a', concepts: 'x' } as never, '').concepts).toEqual([]);
  expect(() => readFullDocument(null as never, '')).toThrow('not the JSON');
});
