/** Isolation of visitors of a remote space: long texts, responses without end, special characters in names. */

import type { SearchSpace } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { beforeAll, expect, test } from 'vitest';
import { facetRequest, plain, puma } from '../../server/test/support/documents.ts';
import { limitedQueries } from '../../server/test/support/queries.ts';
import { remoteZoo } from '../test/fake-remote-space.ts';
import { MAX_CHUNK_LENGTH } from './queries/extraction.ts';

const { fakeServer, open, spaceOf } = remoteZoo();
let backend: WritableBackend;
let space: SearchSpace;

beforeAll(async () => {
  backend = open({ deadline: 30_000 });
  const remote = (await backend.space('zoo'))!;
  space = { ...limitedQueries(remote), facets: remote.facets };
});

const pieces = 30;
const sentence = 'A puma in the city. ';
const long = sentence.repeat((pieces * MAX_CHUNK_LENGTH) / sentence.length);
const extractions = async () =>
  (await fakeServer.calls()).filter(({ path }) => path.endsWith('extract')).length;

test('a text of many chunks is processed completely and leaves capacity for others', async () => {
  const read = space.extract({ text: long, language: 'en', count: 5 });
  for (let round = 0; round < 5; round += 1) expect(await space.search(plain)).toMatchObject({ total: 4 });
  const [found] = await read;
  expect(found).toMatchObject({ uri: puma, frequency: long.length / sentence.length });
  expect(await extractions()).toBeGreaterThanOrEqual(pieces);
});

test('after a failed chunk, no further chunk is sent', async () => {
  await fakeServer.setBehavior({ failing: { status: 400, path: 'extract' } });
  await fakeServer.calls();
  await expect(space.extract({ text: long, language: 'en', count: 5 })).rejects.toMatchObject({
    code: 'bad-gateway',
  });
  expect(await extractions()).toBeLessThanOrEqual(4);
});

test.each(['hang', 'drip'] as const)(
  'a response that %ss is aborted at the deadline of the call, however long a caller waits for it',
  async (how) => {
    const slowSpace = await spaceOf({ deadline: 400 });
    await slowSpace.facets(['type']);
    await fakeServer.setBehavior({ odd: { path: 'search', how } });
    await expect(slowSpace.search(plain)).rejects.toMatchObject({ code: 'gateway-timeout' });
  },
);

test.each(['object type', 'a:b', 'größe', 'x-y', '"(\\)"'])(
  'an attribute named %s can be selected by several values, and excluded',
  async (name) => {
    const { documents: writer } = (await backend.content('zoo', false))!;
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
