/** A whole document in another shape than it should have. */
import { expect, test } from 'vitest';
import { readWhole } from './full-document.ts';

test('concepts of another shape are explained as far as they can be', () => {
  const positions = { title: null, description: [{ begin: 0, end: 4 }, null] };
  const puma = {
    uri: 'urn:puma',
    label: 'puma',
    definition: 5,
    broader: [null, { label: 'cats' }],
    positions,
  };
  const concepts = [puma, null, { label: null }, { label: 'lynx' }];
  expect(readWhole({ id: 'a', concepts } as never).concepts).toEqual([
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
  expect(readWhole({ id: 'a', concepts: 'x' } as never).concepts).toEqual([]);
  expect(() => readWhole(null as never)).toThrow('not the JSON');
});
