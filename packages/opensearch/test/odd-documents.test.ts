/** Unusual documents: the cluster accepts and finds what the embedded engine accepts and finds. */
import type { DocumentInput } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/service.ts';
import { openEmbeddedBackend } from '../../server/src/backends/embedded.ts';
import { facetRequest, plain } from '../../server/test/support/documents.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { emptyCluster } from './cluster/empty-cluster.fixture.ts';
import { servedBackend } from './cluster/served-backend.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const long = (count: number, of: string) => of.repeat(count);
const beginning = long(600, 'ä');
/** Unusual documents by description. */
const odd: Record<string, DocumentInput> = {
  'an id of 1,201 bytes': { id: `${beginning}1`, title: 'Quoll one' },
  'another one that begins like it': { id: `${beginning}2`, title: 'Quoll two' },
  'an id of 40,000 letters': { id: long(40_000, 'i'), title: 'Quoll three' },
  'a word of 40,000 letters': { id: 'word', title: `Quoll ${long(40_000, 'w')} after` },
  'a word of 1,100,000 letters': { id: 'words', title: 'Quoll', text: `${long(1_100_000, 'x')} after` },
  'half a letter where titles are cut': { id: 'half', title: `Quoll ${long(249, 'a')}🐆🐆` },
  'a value of 40,000 letters': { id: 'value', title: 'Quoll', place: long(40_000, 'v') },
  'two values that begin alike': { id: 'alike', title: 'Quoll', place: [`${long(40_000, 'v')}1`, 'Vienna'] },
  'an attribute without a name': { id: 'nameless', title: 'Quoll', '': 'nothing' },
  'attributes with names of dots and stars': {
    id: 'dots',
    title: 'Quoll',
    'a.b': 'x',
    '*': 'y',
    '.': 'z',
    _id: 'w',
  },
  'an attribute whose name is half a letter': {
    id: 'surrogate',
    title: 'Quoll',
    '\ud800': 'x',
    place: 'y\udc00',
  },
  'an attribute of every object': JSON.parse(
    '{"id":"proto","title":"Quoll","__proto__":5,"constructor":"x"}',
  ),
};

describe.skipIf(reason !== undefined)('unusual documents', () => {
  const undo: (() => Promise<unknown>)[] = [];
  const backends: Record<string, WritableBackend> = {};

  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    backends.embedded = await openEmbeddedBackend({ directory: path, onWarning: () => undefined });
    const cluster = await emptyCluster();
    const options = { name: 'zoo', index: 'zoo', nodes: [cluster.url], deadlineMs: 60_000 };
    backends.cluster = servedBackend(options);
    undo.push(backends.embedded.close, backends.cluster.close);
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  /** Results of both backends, the embedded engine first. */
  async function both<Answer>(ask: (backend: WritableBackend) => Promise<Answer>): Promise<[Answer, Answer]> {
    return [await ask(backends.embedded!), await ask(backends.cluster!)];
  }

  test.each(Object.entries(odd))(
    '%s is accepted, found, displayed and read back as in the embedded engine',
    async (_, document) => {
      const [one, other] = await both(async (backend) => {
        const { documents, originals } = (await backend.content('zoo', { create: true }))!;
        const { accepted, refused } = await documents.put([document]);
        const space = (await backend.space('zoo'))!;
        const { total } = await space.search({ ...plain, input: 'quoll' });
        const shown = await space.document(document.id, { documentFacets: [] }).then(
          ({ title }) => title,
          ({ code }) => code,
        );
        return { accepted, refused, total, shown, stored: await originals!.stored(document.id) };
      });
      expect(other).toEqual(one);
    },
  );

  test('unusual documents have the same facets, values and sort order in both backends', async () => {
    const [one, other] = await both(async (backend) => {
      const space = (await backend.space('zoo'))!;
      const offered = (await space.describe()).facets.map(({ field }) => field).sort();
      const facets = offered.map((field) => facetRequest(field, { sorting: 'label', limit: 100 }));
      const sort = { field: 'title', direction: 'asc' } as const;
      const result = await space.search({ ...plain, facets, sort, count: 50 });
      const ids = result.documents.map(({ id }) => id);
      // A lone surrogate is replaced at the latest when it is written to disk.
      return JSON.parse(
        JSON.stringify({ offered, facets: result.facets, ids }).replaceAll('\\ud800', '\ufffd'),
      );
    });
    expect(other).toEqual(one);
  });

  test('a document with more attributes than an index can have is rejected, and others are accepted', async () => {
    const { documents } = (await backends.cluster!.content('zoo', { create: true }))!;
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`attribute ${i}`, 'x']));
    const { accepted, refused } = await documents.put([
      { ...many, id: 'many', title: 'Bilby' },
      { id: 'few', title: 'Bilby' },
    ]);
    expect(accepted).toBe(1);
    expect(refused).toMatchObject([{ index: 0, message: expect.stringContaining('attributes') }]);
    const space = (await backends.cluster!.space('zoo'))!;
    expect((await space.search({ ...plain, input: 'bilby' })).total).toBe(1);
  });
});
