import { describe, expect, it } from 'vitest';
import { plain } from '../../../test/support/documents.ts';
import { wordEmbedder } from '../../../test/support/word-embedder.ts';
import { queryEmbedding } from './query-embedding.ts';

describe('queryEmbedding', () => {
  it('adds the embedding of the input', async () => {
    const embedder = wordEmbedder();
    const { embedding } = await queryEmbedding(embedder, () => undefined)({ ...plain, input: ' ocean ' });
    expect(embedding).toEqual(Float32Array.of(1, 0, 0.1));
    expect(embedder.calls).toEqual([{ texts: ['ocean'], kind: 'query' }]);
  });

  it('embeds the input once for all pages', async () => {
    const embedder = wordEmbedder();
    const embed = queryEmbedding(embedder, () => undefined);
    for (const start of [0, 10, 20]) await embed({ ...plain, input: 'ocean', start });
    expect(embedder.calls).toHaveLength(1);
  });

  it('leaves empty inputs and queries with an embedding unchanged', async () => {
    const embedder = wordEmbedder();
    const embed = queryEmbedding(embedder, () => undefined);
    for (const query of [
      { ...plain, input: ' ' },
      { ...plain, input: 'sea', embedding: [1, 2, 3] },
    ])
      expect(await embed(query)).toBe(query);
    expect(embedder.calls).toEqual([]);
  });

  it('searches by words if the embedder fails, and warns once until it works again', async () => {
    const embedder = wordEmbedder();
    const warnings: string[] = [];
    const embed = queryEmbedding(embedder, (message) => warnings.push(message), 0);
    embedder.fault = () => new Error('no service');
    for (const input of ['sea', 'land'])
      expect(await embed({ ...plain, input })).not.toHaveProperty('embedding');
    expect(warnings).toEqual(['Queries are not embedded, so that words alone rank results: no service']);
    embedder.fault = () => undefined;
    expect(await embed({ ...plain, input: 'sea' })).toHaveProperty('embedding');
    embedder.fault = () => new Error('no service');
    await embed({ ...plain, input: 'mountain' });
    expect(warnings).toHaveLength(2);
  });

  it('does not call a failing embedder during the pause', async () => {
    const embedder = wordEmbedder();
    embedder.fault = () => new Error('no service');
    const embed = queryEmbedding(embedder, () => undefined, 60_000);
    for (const input of ['sea', 'land', 'ocean']) await embed({ ...plain, input });
    expect(embedder.calls).toHaveLength(1);
  });

  it('rejects with the reason of the signal', async () => {
    const embed = queryEmbedding(wordEmbedder(), () => undefined);
    await expect(embed({ ...plain, input: 'sea' }, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
  });

  it('waits neither for a model that is busy nor for a visitor who has left', async () => {
    const busy = { ...wordEmbedder(), embed: () => new Promise<never>(() => undefined) };
    const embed = queryEmbedding(busy, () => undefined);
    expect(await embed({ ...plain, input: 'sea' })).not.toHaveProperty('embedding');
    const leaving = new AbortController();
    const left = queryEmbedding(busy, () => undefined)({ ...plain, input: 'sea' }, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
  }, 10_000);
});
