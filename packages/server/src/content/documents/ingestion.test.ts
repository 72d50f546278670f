import type { IngestProgress } from '@semantic-search/contract';
import type { DocumentInput, ReadDocument } from '@semantic-search/engine';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../errors/problem.ts';
import { ingest } from './ingestion.ts';

/** A space that rejects documents without a title. */
function titledOnly() {
  const stored: string[] = [];
  const put = async (documents: DocumentInput[]) => {
    const refused = documents.flatMap(({ title }, index) => (title ? [] : [{ index, message: 'no title' }]));
    stored.push(...documents.filter(({ title }) => title).map(({ id }) => id));
    return { accepted: documents.length - refused.length, refused };
  };
  return { stored, put };
}

async function* stream(reads: ReadDocument[]) {
  yield* reads;
}

async function progressOf(reads: ReadDocument[], space = titledOnly()): Promise<IngestProgress[]> {
  return Array.fromAsync(ingest(stream(reads), async () => space));
}

const document = (line: number, title = 'A') => ({ line, document: { id: `urn:${line}`, title } });

describe('ingest', () => {
  it('accepts valid lines and reports the line number and the reason of each invalid one', async () => {
    const space = titledOnly();
    const progress = await progressOf(
      [document(1), { line: 2, message: 'not JSON' }, document(4, ''), document(5)],
      space,
    );
    expect(space.stored).toEqual(['urn:1', 'urn:5']);
    expect(progress.flatMap(({ errors }) => errors)).toEqual([
      { line: 2, message: 'not JSON' },
      { line: 4, message: 'no title' },
    ]);
    expect(progress.at(-1)).toEqual({ done: true, line: 5, accepted: 2, refused: 2, errors: [] });
  });

  it('reports each durable batch, so that clients can resume', async () => {
    const progress = await progressOf(Array.from({ length: 1201 }, (_, index) => document(index + 1)));
    expect(progress.map(({ line, accepted, done }) => [line, accepted, done])).toEqual([
      [500, 500, false],
      [1000, 1000, false],
      [1201, 1201, false],
      [1201, 1201, true],
    ]);
  });

  it('writes long documents in small batches', async () => {
    const text = 'a'.repeat(1_000_000);
    const longDocuments = Array.from({ length: 6 }, (_, index) => {
      return { line: index + 1, document: { id: `urn:${index}`, title: 'A', text } };
    });
    expect((await progressOf(longDocuments)).map(({ accepted }) => accepted)).toEqual([4, 6, 6]);
  });

  it('creates no space without documents', async () => {
    const open = () => Promise.reject(new Error('A space was created'));
    const progress = await Array.fromAsync(ingest(stream([{ line: 1, message: 'not JSON' }]), open));
    expect(progress.at(-1)).toEqual({ done: true, line: 1, accepted: 0, refused: 1, errors: [] });
    await expect(Array.fromAsync(ingest(stream([document(1)]), open))).rejects.toThrow('A space was created');
  });

  it('completes with an empty stream', async () => {
    expect(await progressOf([])).toEqual([{ done: true, line: 0, accepted: 0, refused: 0, errors: [] }]);
  });

  it('stops if a batch cannot be saved, with the reason and the position', async () => {
    const { put, stored } = titledOnly();
    const full = new ProblemError('service-unavailable', 'The disk is full.');
    const space = {
      stored,
      put: (documents: DocumentInput[]) => (stored.length < 500 ? put(documents) : Promise.reject(full)),
    };
    const progress = await progressOf(
      Array.from({ length: 600 }, (_, index) => document(index + 1)),
      space,
    );
    expect(progress).toHaveLength(2);
    expect(progress[1]).toEqual({
      done: false,
      line: 500,
      accepted: 500,
      refused: 0,
      errors: [{ line: 501, message: 'The disk is full.' }],
    });
  });
});
