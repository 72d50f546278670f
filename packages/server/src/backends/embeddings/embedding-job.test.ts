import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddingError } from '@semantic-search/embeddings';
import { StorageError, type WritableSpace } from '@semantic-search/engine';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../../test/support/documents.ts';
import { type WordEmbedder, wordEmbedder } from '../../../test/support/word-embedder.ts';
import { embeddingJob } from './embedding-job.ts';

const embeddings = { model: 'words', dimensions: 3, weight: 0.5, computed: true };
const retryDelay = { first: 10, longest: 40 };

let directory: string;
let space: WritableSpace;
let embedder: WordEmbedder;
let job: ReturnType<typeof embeddingJob>;
let warnings: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'embedding-job-'));
  space = await openSpace(directory, { embeddings });
  embedder = wordEmbedder();
  warnings = [];
  job = embeddingJob(space, embedder, (message) => warnings.push(message), retryDelay);
});
afterEach(async () => {
  await job.close();
  await space.close();
  await rm(directory, { recursive: true });
});

const put = (...texts: string[]) =>
  space.put(texts.map((text, i) => ({ id: `urn:${text}-${i}`, text, language: 'en', subjects: [] })));
const remaining = async () => (await space.documentsToEmbed(1000)).map(({ text }) => text);

describe('embeddingJob', () => {
  it('embeds all documents in batches', async () => {
    await put(...Array(70).fill('harbor'));
    job.start();
    await expect.poll(remaining).toEqual([]);
    expect(embedder.calls.map(({ texts, kind }) => [texts.length, kind])).toEqual([
      [32, 'document'],
      [32, 'document'],
      [6, 'document'],
    ]);
    const { documents } = await space.search({ ...plain, input: 'harbor', embedding: [1, 0, 0.1] });
    expect(documents[0]!.explanation!.cosine).toBeCloseTo(1, 1);
  });

  it('embeds documents that were written while it ran', async () => {
    await put('sea');
    job.start();
    await put('mountain');
    job.start();
    await expect.poll(remaining).toEqual([]);
  });

  it('retries after a failure and warns once', async () => {
    let failures = 3;
    embedder.fault = () => (failures-- > 0 ? new EmbeddingError('unavailable', 'no service') : undefined);
    await put('sea');
    job.start();
    await expect.poll(remaining).toEqual([]);
    expect(warnings).toEqual(['Documents could not be embedded; the server will retry: no service']);
  });

  it('skips the texts that the embedder rejects', async () => {
    embedder.fault = (texts) =>
      texts.includes('land') ? new EmbeddingError('rejected', 'too long') : undefined;
    await put('sea', 'land', 'mountain');
    job.start();
    await expect.poll(remaining).toEqual([]);
    expect(warnings).toEqual(['The embedder rejects the texts of some documents (1): too long']);
  });

  it('skips a single rejected text if the embedder accepts other texts', async () => {
    embedder.fault = (texts) =>
      texts.includes('land') ? new EmbeddingError('rejected', 'too long') : undefined;
    await put('land');
    job.start();
    await expect.poll(remaining).toEqual([]);
    expect(warnings).toEqual(['The embedder rejects the texts of some documents (1): too long']);
  });

  it('skips no text if the embedder rejects all texts', async () => {
    embedder.fault = () => new EmbeddingError('rejected', 'unknown model');
    await put('sea', 'land');
    job.start();
    await expect.poll(() => warnings.length).toBe(1);
    await job.close();
    expect(await remaining()).toEqual(['sea', 'land']);
  });

  it('does not retry in a space whose worker has ended', async () => {
    let calls = 0;
    const ended = {
      ...space,
      documentsToEmbed: async () => {
        calls += 1;
        throw new StorageError('storage-ended', 'The worker has ended.');
      },
    };
    const other = embeddingJob(ended, embedder, (message) => warnings.push(message), retryDelay);
    other.start();
    await sleep(5 * retryDelay.first);
    expect([calls, warnings]).toEqual([1, []]);
    await other.close();
  });

  it('embeds nothing after it was closed', async () => {
    await job.close();
    await put('sea');
    job.start();
    expect(embedder.calls).toEqual([]);
    expect(await remaining()).toEqual(['sea']);
  });
});
