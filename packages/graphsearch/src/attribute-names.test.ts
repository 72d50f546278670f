/** Attributes whose names have special characters of Lucene syntax. */
import { expect, test } from 'vitest';
import { facetRequest, plain } from '../../server/test/support/documents.ts';
import { remoteZoo } from '../test/fake-remote-space.ts';

const { spaceOf, content } = remoteZoo();

test.each(['object type', 'a:b', 'größe', 'x-y', '"(\\)"'])(
  'an attribute named %s can be selected by several values, and excluded',
  async (name) => {
    const space = await spaceOf();
    const { documents: writer } = await content();
    const written = ['Book', 'Map', 'Coin'].map((value) => ({
      id: `urn:${value}`,
      title: value,
      subjects: [],
      [name]: value,
    }));
    await writer.put(written);
    const field = `dyn_lit_${name}`;
    const values = [{ literal: 'Book' }, { literal: 'Map' }];
    const ids = async (more: object) =>
      (await space.search({ ...plain, ...more })).documents.map(({ id }) => id).sort();
    expect(await ids({ selected: [{ field, values }] })).toEqual(['urn:Book', 'urn:Map']);
    expect(await ids({ excluded: [{ field, values }] })).not.toContain('urn:Book');
    const { facets } = await space.search({ ...plain, facets: [facetRequest(field)] });
    expect(facets[0]!.values).toHaveLength(3);
    for (const { id } of written) await writer.delete(id);
  },
);
