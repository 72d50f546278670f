/** Tests of embeddings in a search space: storage, ranking, neighbors, totals and facets. */
import { describe, expect, it } from 'vitest';
import { openSpace, type SpaceOptions } from '../src/search-space.ts';
import { openSearchSpace } from '../src/workers/search-space-client.ts';
import type { DocumentInput, EmbeddingSettings } from '../src/writable-space.ts';
import { everything, facetRequest } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const settings: EmbeddingSettings = { model: 'test', dimensions: 3, weight: 0.5, computed: false };
const withEmbeddings =
  (changes: Partial<EmbeddingSettings> = {}, options: SpaceOptions = {}) =>
  (directory: string) =>
    openSpace(directory, { ...options, embeddings: { ...settings, ...changes } });

const space = spaceForEach(withEmbeddings());

const [sea, land, sky] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const document = (id: string, text: string, embedding?: number[], more: object = {}): DocumentInput => ({
  id,
  text,
  language: 'en',
  subjects: [],
  ...(embedding && { embedding }),
  ...more,
});

async function search(input: string, embedding?: number[], more: object = {}) {
  return space.search({ ...everything, input, ...(embedding && { embedding }), ...more });
}
async function idsOf(input: string, embedding?: number[], more: object = {}) {
  return (await search(input, embedding, more)).documents.map(({ id }) => id);
}

/** The first two have the same words; only `near` is about the sea. */
const twins = [
  document('far', 'harbor lights', land),
  document('near', 'harbor lights', sea),
  document('other', 'mountain road', land),
];
const sentence = 'crossing wide ocean waters';

describe('ranking by embeddings', () => {
  it('prefers the document that is more similar to the query among equal words', async () => {
    await space.put(twins);
    expect(await idsOf('harbor')).toEqual(['far', 'near']);
    expect(await idsOf('harbor', sea)).toEqual(['near', 'far']);
    expect(await idsOf('harbor', land)).toEqual(['far', 'near']);
  });

  it('explains each result by its words and its similarity', async () => {
    await space.put(twins);
    const { documents } = await search('harbor', [2, 0, 0]);
    expect(documents.map(({ explanation }) => explanation)).toEqual([
      { lexical: 0, vector: 1, cosine: expect.closeTo(1, 5) },
      { lexical: 0, vector: 0, cosine: 0 },
    ]);
    expect(documents[0]!.score).toBe(0.5);
    expect((await search('harbor')).documents[0]).not.toHaveProperty('explanation');
  });

  it('weighs words and similarity as configured', async () => {
    const documents = [
      document('words', 'harbor harbor harbor', land),
      document('meaning', 'harbor wall', sea),
    ];
    await space.put(documents);
    await space.reopen(withEmbeddings({ weight: 0.1 }));
    expect(await idsOf('harbor', sea)).toEqual(['words', 'meaning']);
    await space.reopen(withEmbeddings({ weight: 0.9 }));
    expect(await idsOf('harbor', sea)).toEqual(['meaning', 'words']);
  });

  it('keeps the other sort orders', async () => {
    await space.put(twins);
    const sort = { field: 'title', direction: 'asc' } as const;
    expect(await idsOf('harbor', sea, { sort })).toEqual(['far', 'near']);
  });

  it('returns each document on one page only', async () => {
    const many = Array.from({ length: 450 }, (_, i) =>
      document(`d${String(i).padStart(3, '0')}`, 'harbor', [Math.cos(i), Math.sin(i), 0.2]),
    );
    await space.put(many);
    const pages = await Promise.all(
      Array.from({ length: 9 }, (_, page) => idsOf('harbor', sea, { start: page * 50, count: 50 })),
    );
    expect(new Set(pages.flat()).size).toBe(450);
    expect(pages.flat()).toEqual(await idsOf('harbor', sea, { count: 450 }));
  });
});

describe('neighbors of a sentence', () => {
  it('match without a common word', async () => {
    await space.put(twins);
    expect(await idsOf(sentence)).toEqual([]);
    const found = await search(sentence, sea);
    expect(found.documents.map(({ id }) => id)).toEqual(['near', 'far', 'other']);
    expect(found.total).toBe(3);
  });

  it('do not match a query of one or two words, a phrase or an exclusion', async () => {
    await space.put(twins);
    for (const input of ['ocean', 'ocean waters', '"crossing wide ocean" waters', `${sentence} -mountain`])
      expect(await idsOf(input, sea), input).toEqual([]);
    expect(await idsOf(`"harbor lights" ${sentence}`, sea)).toEqual(['near', 'far']);
  });

  it('count in the total and in facets, whatever is selected and sorted', async () => {
    await space.put(twins.map((each, i) => ({ ...each, kind: i === 1 ? 'coast' : 'inland' })));
    const facets = [facetRequest('kind')];
    const all = await search(sentence, sea, { facets });
    expect(all.facets[0]!.values.map(({ label, count }) => [label, count])).toEqual([
      ['inland', 2],
      ['coast', 1],
    ]);
    for (const { label, count } of all.facets[0]!.values) {
      const selected = [{ field: 'kind', values: [{ literal: label }] }];
      expect((await search(sentence, sea, { selected })).total).toBe(count);
      const byTitle = { selected, sort: { field: 'title', direction: 'asc' } };
      expect((await search(sentence, sea, byTitle)).total).toBe(count);
    }
    expect((await search(sentence, undefined, { facets })).facets[0]!.values).toEqual([]);
  });

  it('are the nearest 200 documents', async () => {
    const many = Array.from({ length: 300 }, (_, i) => document(`d${i}`, 'harbor', [1, i / 300, 0]));
    await space.put(many);
    const { total, documents } = await search(sentence, sea, { start: 190, count: 20 });
    expect(total).toBe(200);
    expect(documents.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `d${190 + i}`));
  });

  it('are mixed with documents that have all words', async () => {
    const words = document('words', sentence, land);
    await space.put([...twins, words]);
    expect(await idsOf(sentence, sea)).toContain('words');
  });
});

describe('stored embeddings', () => {
  it('survive a restart and a rebuild of the index', async () => {
    await space.put(twins);
    await space.reopen();
    expect(await idsOf('harbor', sea)).toEqual(['near', 'far']);
    await space.close();
    const { rmSync } = await import('node:fs');
    rmSync(`${space.directory}/index`, { recursive: true });
    await space.reopen();
    expect(await idsOf('harbor', sea)).toEqual(['near', 'far']);
  });

  it('follow replacements, deletions and merges', async () => {
    for (let i = 0; i < 20; i++) await space.put([document(`d${i}`, 'harbor', [i, 20 - i, 0])]);
    await space.put([document('d3', 'harbor', [100, 0, 0])]);
    await space.delete('d19');
    await space.reopen();
    expect(await idsOf('harbor', sea, { count: 3 })).toEqual(['d3', 'd18', 'd17']);
  });

  it('are returned with the original as written, and are no facet', async () => {
    await space.put([twins[0]!]);
    expect(await space.stored('far')).toEqual(twins[0]);
    expect((await space.describe()).facets.map(({ uri }) => uri)).not.toContain('embedding');
  });

  it('must have the dimensions of the space and finite numbers', async () => {
    const invalid = [[1, 2], [1, 2, Number.NaN], [0, 0, 0], [], 'sea', [1, 2, '3']];
    const { accepted, refused } = await space.put(
      invalid.map((embedding, i) => ({ ...document(`d${i}`, 'harbor'), embedding }) as DocumentInput),
    );
    expect([accepted, refused.length]).toEqual([0, 6]);
    expect(refused[0]!.message).toBe(
      'embedding must have 3 numbers, as the search space is configured; it has 2.',
    );
    await expect(search('harbor', [1, 2])).rejects.toThrow('embedding must have 3 numbers');
  });

  it('are ignored in a space without embeddings', async () => {
    await space.reopen(openSpace);
    await space.put(twins);
    expect(await idsOf('harbor', sea)).toEqual(['far', 'near']);
    expect(await idsOf(sentence, sea)).toEqual([]);
    expect(await space.documentsToEmbed(10)).toEqual([]);
  });

  it('are indexed later if the documents were written before', async () => {
    await space.reopen(openSpace);
    await space.put([...twins, document('none', 'harbor lights')]);
    await space.reopen(withEmbeddings());
    expect(await idsOf('harbor', sea)).toEqual(['far', 'near', 'none']);
    expect(await space.documentsToEmbed(2)).toEqual([]);
    expect(await idsOf('harbor', sea)).toEqual(['near', 'far', 'none']);
  });

  it('work in a worker', async () => {
    await space.reopen((directory) => openSearchSpace(directory, { embeddings: settings }));
    const wrong = { ...document('wrong', 'harbor'), embedding: [1] };
    expect((await space.put([...twins, wrong])).refused).toMatchObject([{ index: 3 }]);
    expect(await idsOf('harbor', sea)).toEqual(['near', 'far']);
  });
});

describe('computed embeddings', () => {
  const computing = withEmbeddings({ computed: true });
  const texts = [
    document('a', 'harbor lights'),
    document('b', 'harbor lights', sea),
    document('c', 'harbor sky'),
  ];

  /** Gives every queued document the same embedding. Returns the number of documents. */
  async function embedAll(embedding: number[] | null): Promise<number> {
    const queued = await space.documentsToEmbed(100);
    const vector = embedding && Float32Array.from(embedding);
    await space.addEmbeddings(queued.map(({ key }) => ({ key, embedding: vector })));
    return queued.length;
  }

  it('are requested for documents without one, and are indexed', async () => {
    await space.reopen(computing);
    await space.put(texts);
    expect((await space.documentsToEmbed(10)).map(({ text }) => text)).toEqual([
      'harbor lights',
      'harbor sky',
    ]);
    expect(await embedAll(sky!)).toBe(2);
    expect(await space.documentsToEmbed(10)).toEqual([]);
    await space.reopen(computing);
    expect((await idsOf('harbor', sky)).slice(0, 2)).toEqual(['a', 'c']);
    expect(await space.stored('a')).toEqual(texts[0]);
  });

  it('stay if a document is written again with the same text', async () => {
    await space.reopen(computing);
    await space.put(texts);
    await embedAll(sky!);
    await space.put([{ ...texts[0]!, kind: 'coast' }, document('c', 'harbor clouds')]);
    expect((await space.documentsToEmbed(10)).map(({ text }) => text)).toEqual(['harbor clouds']);
    expect((await search('harbor', sky)).documents[0]).toMatchObject({ id: 'a', explanation: { vector: 1 } });
  });

  it('of documents that changed meanwhile are ignored', async () => {
    await space.reopen(computing);
    await space.put([texts[0]!]);
    const [queued] = await space.documentsToEmbed(1);
    await space.put([document('a', 'mountain')]);
    await space.addEmbeddings([{ key: queued!.key, embedding: Float32Array.from(sea!) }]);
    expect((await space.documentsToEmbed(10)).map(({ text }) => text)).toEqual(['mountain']);
  });

  it('are not requested again for documents that cannot have one', async () => {
    await space.reopen(computing);
    await space.put(texts);
    expect(await embedAll(null)).toBe(2);
    expect(await space.documentsToEmbed(10)).toEqual([]);
  });

  it('are computed again for another model', async () => {
    await space.reopen(computing);
    await space.put(texts);
    await embedAll(sky!);
    await space.reopen(withEmbeddings({ computed: true, model: 'other', dimensions: 2 }));
    expect(await space.documentsToEmbed(10)).toHaveLength(3);
    expect((await search('harbor', [1, 0])).documents[0]!.explanation?.cosine).toBe(null);
  });

  it('return after embeddings were switched off', async () => {
    await space.reopen(computing);
    await space.put(texts);
    await embedAll(sky!);
    await space.reopen(openSpace);
    expect((await search('harbor', sky)).documents[0]).not.toHaveProperty('explanation');
    await space.reopen(computing);
    expect((await search('harbor', sky)).documents[0]!.explanation?.cosine).toBeCloseTo(1, 5);
  });

  it('must have the dimensions of the space', async () => {
    await space.reopen(computing);
    await space.put(texts);
    await expect(embedAll([1])).rejects.toThrow('An embedding has 1 dimensions instead of 3.');
  });
});
