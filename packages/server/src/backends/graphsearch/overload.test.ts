/** What one visitor asks of a remote service must not keep others from theirs: long texts, answers that never end, odd names. */
import type { SearchSpace } from '@semantic-search/engine';
import { beforeAll, expect, test } from 'vitest';
import { facetQuestion, plain, puma } from '../../../test/support/documents.ts';
import { remoteZoo } from '../../../test/support/fake-remote-space.ts';
import type { WritableBackend } from '../backend.ts';
import { longestPiece } from './extraction.ts';

const { standIn, open, spaceOf } = remoteZoo();
let backend: WritableBackend;
let space: SearchSpace;

beforeAll(async () => {
  // Room for one long text and one visitor more.
  backend = open({ deadline: 30_000, guard: { calls: 6, waiting: 4 } });
  space = (await backend.space('zoo'))!;
});

const pieces = 30;
const sentence = 'A puma in the city. ';
const long = sentence.repeat((pieces * longestPiece) / sentence.length);
const extractions = async () => (await standIn.calls()).filter(({ path }) => path.endsWith('extract')).length;

test('a text of many pieces is read whole, and leaves room for others', async () => {
  const read = space.extract({ text: long, language: 'en', count: 5 });
  for (let round = 0; round < 5; round += 1) expect(await space.search(plain)).toMatchObject({ total: 4 });
  const [found] = await read;
  expect(found).toMatchObject({ uri: puma, frequency: long.length / sentence.length });
  expect(await extractions()).toBeGreaterThanOrEqual(pieces);
});

test('where a piece fails nothing more of the text is sent', async () => {
  await standIn.behave({ failing: { status: 400, path: 'extract' } });
  await standIn.calls();
  await expect(space.extract({ text: long, language: 'en', count: 5 })).rejects.toMatchObject({
    code: 'bad-gateway',
  });
  expect(await extractions()).toBeLessThanOrEqual(4);
});

test.each(['hang', 'drip'] as const)(
  'an answer that %ss is given up at the deadline, however long someone waits for it',
  async (how) => {
    const asked = await spaceOf({ deadline: 400 });
    await asked.facet('type');
    await standIn.behave({ odd: { path: 'search', how } });
    const { signal } = new AbortController();
    await expect(asked.search(plain, signal)).rejects.toMatchObject({ code: 'gateway-timeout' });
  },
);

test.each(['object type', 'a:b', 'größe', 'x-y', '"(\\)"'])(
  'an attribute named %s can be chosen by several values, and left out',
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
    const { facets } = await space.search({ ...plain, facets: [facetQuestion(field)] });
    expect(facets[0]!.values).toHaveLength(3);
    for (const { id } of written) await writer.delete(id);
  },
);
