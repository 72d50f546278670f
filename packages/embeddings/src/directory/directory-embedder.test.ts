import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isInstalled, skipped } from '../../test/onnx-runtime.fixture.ts';
import { TINY_DIMENSIONS, words, writeTinyModel } from '../../test/tiny-model.fixture.ts';
import type { Embedder } from '../embedder.ts';
import { type DirectoryOptions, openDirectoryEmbedder } from './directory-embedder.ts';
import { TaskQueue } from './task-queue.ts';

let path: string;
let opened: Embedder[] = [];

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'model-'));
  writeTinyModel(path);
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
  rmSync(path, { recursive: true });
});

async function open(more: Partial<DirectoryOptions> = {}): Promise<Embedder> {
  const embedder = await openDirectoryEmbedder({ path, dimensions: TINY_DIMENSIONS, ...more });
  opened.push(embedder);
  return embedder;
}

const unit = (vector: number[]) => vector.map((value) => value / Math.hypot(...vector));
const closeTo = (vector: number[]) => vector.map((value) => expect.closeTo(value, 5));
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe.skipIf(!isInstalled)(`openDirectoryEmbedder${skipped}`, () => {
  it('averages the vectors of the words and scales the result to unit length', async () => {
    const [vector] = await (await open()).embed(['Sea mountain sky'], 'document');
    expect([...vector!]).toEqual(closeTo(unit([1, 1, 1, 0])));
  });

  it('leaves padding out of the average', async () => {
    const [short, long] = await (await open()).embed(['sea', 'mountain road mountain road'], 'document');
    expect([...short!]).toEqual(closeTo(words.sea!));
    expect(cosine(short!, long!)).toBeCloseTo(0, 5);
  });

  it('gives texts of similar meaning similar vectors', async () => {
    const [query, near, far] = await (await open()).embed(['ocean', 'sea water', 'mountain road'], 'query');
    expect(cosine(query!, near!)).toBeGreaterThan(0.95);
    expect(cosine(query!, far!)).toBeLessThan(0.2);
  });

  it('returns the vectors of many texts in their order', async () => {
    const texts = Array.from({ length: 19 }, (_, i) => (i % 2 ? 'sea' : 'sky'));
    const vectors = await (await open()).embed(texts, 'document');
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => (text === 'sea' ? 1 : 0)));
  });

  it('reads the beginning of a text that is longer than the model accepts', async () => {
    const [vector] = await (await open()).embed([`${'sea '.repeat(7)}${'sky '.repeat(5000)}`], 'document');
    expect([...vector!]).toEqual(closeTo(words.sea!));
  });

  it('puts the prefix in front of queries', async () => {
    const embedder = await open({ prefixes: { query: 'sky ' } });
    const [[query], [document]] = [
      await embedder.embed(['sea'], 'query'),
      await embedder.embed(['sea'], 'document'),
    ];
    expect([...query!]).toEqual(closeTo(unit([1, 0, 1, 0])));
    expect([...document!]).toEqual(closeTo(words.sea!));
  });

  it('runs queries ahead of documents that wait', async () => {
    const embedder = await open();
    const order: string[] = [];
    await Promise.all([
      embedder.embed(Array(40).fill('sea'), 'document').then(() => order.push('documents')),
      embedder.embed(['sky'], 'query').then(() => order.push('query')),
    ]);
    expect(order).toEqual(['query', 'documents']);
  });

  it('finds a model in the folder onnx', async () => {
    rmSync(join(path, 'model.onnx'));
    writeTinyModel(path, join('onnx', 'model_quantized.onnx'));
    expect((await (await open()).embed(['sea'], 'query'))[0]).toHaveLength(TINY_DIMENSIONS);
  });

  it('stops between batches when it is aborted', async () => {
    const embedder = await open();
    const controller = new AbortController();
    const embedding = embedder.embed(Array(100).fill('sea'), 'document', controller.signal);
    controller.abort(new Error('enough'));
    await expect(embedding).rejects.toThrow('enough');
  });

  it('rejects a directory without a model', async () => {
    rmSync(join(path, 'model.onnx'));
    await expect(open()).rejects.toMatchObject({ code: 'invalid-model' });
  });

  it('rejects a damaged model and a damaged tokenizer', async () => {
    writeFileSync(join(path, 'model.onnx'), 'no model');
    await expect(open()).rejects.toMatchObject({ code: 'invalid-model' });
    writeTinyModel(path);
    writeFileSync(join(path, 'tokenizer.json'), '{');
    await expect(open()).rejects.toMatchObject({ code: 'invalid-model' });
  });

  it('rejects a model with other dimensions than the settings', async () => {
    await expect(open({ dimensions: 384 })).rejects.toThrow(
      'The model returned 4 dimensions; the settings say 384.',
    );
  });

  it('rejects texts after it was closed', async () => {
    const embedder = await open();
    await embedder.close();
    await expect(embedder.embed(['sea'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the task queue', () => {
  it('keeps the tasks of a new worker when the old one, which had an error, ends', async () => {
    const workers: Worker[] = [];
    const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      workers.push(this);
    });
    const queue = new TaskQueue(path);
    try {
      const failed = queue.run(['sea'], 'query');
      workers[0]!.emit('error', new Error('crashed'));
      await expect(failed).rejects.toThrow('crashed');
      const next = queue.run(['sky'], 'query');
      workers[0]!.emit('exit', 1);
      workers[1]!.emit('message', { vectors: [] });
      expect(await next).toEqual([]);
    } finally {
      post.mockRestore();
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  });
});
