import type { SearchQuery, SearchResult, SearchSpace } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { plain } from '../../../test/support/documents.ts';
import type { SpaceContent, WritableBackend } from '../backend.ts';
import { callSpace, chain, queries } from '../call.ts';
import { notifyWrites } from '../notify-writes.ts';
import { coalesce } from './coalesce.ts';

/** A space whose searches complete on demand. */
function slowSpace({ perClient = false } = {}) {
  const calls: { signal: AbortSignal; complete(total: number): void; fail(): void }[] = [];
  const search = (_query: SearchQuery, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      const complete = (total: number) =>
        resolve({ total, documents: [], facets: [], recognizedConcepts: [] } satisfies SearchResult);
      calls.push({ signal, complete, fail: () => reject(new Error('broken')) });
    });
  const space = { search } as unknown as SearchSpace;
  const { intercept, invalidate } = coalesce({ perClient });
  const execute = chain([intercept], callSpace({ space: async () => space }));
  const run = ({ client = '', signal = new AbortController().signal, query = plain } = {}) =>
    queries(execute, { space: 'zoo', client, signal, deadline: Infinity }).search(query);
  /** Calls that have reached the space. */
  const started = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { calls, run, started, invalidate };
}

describe('coalescing', () => {
  test('identical queries in flight share one call', async () => {
    const { calls, run, started } = slowSpace();
    const results = [run(), run({ query: { ...plain } })];
    await started(1);
    calls[0]!.complete(7);
    expect(await Promise.all(results)).toMatchObject([{ total: 7 }, { total: 7 }]);
    expect(calls).toHaveLength(1);
  });

  test('joined queries fail together, and the next query starts a new call', async () => {
    const { calls, run, started } = slowSpace();
    const results = [run(), run()];
    await started(1);
    calls[0]!.fail();
    for (const result of results) await expect(result).rejects.toThrow('broken');
    const next = run();
    await started(2);
    calls[1]!.complete(1);
    expect(await next).toMatchObject({ total: 1 });
  });

  test('different queries are different calls', async () => {
    const { run, started } = slowSpace();
    void run();
    void run({ query: { ...plain, start: 10 } });
    await started(2);
  });

  test('the shared call is aborted only after its last caller has aborted', async () => {
    const { calls, run, started } = slowSpace();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [run({ signal: first.signal }), run({ signal: second.signal })];
    await started(1);
    first.abort(new Error('first gone'));
    await expect(results[0]).rejects.toThrow('first gone');
    expect(calls[0]!.signal.aborted).toBe(false);
    second.abort(new Error('second gone'));
    await expect(results[1]).rejects.toThrow('second gone');
    expect(calls[0]!.signal.aborted).toBe(true);
    void run();
    await started(2);
  });

  test('with perClient, only queries of the same client share a call', async () => {
    const { calls, run, started } = slowSpace({ perClient: true });
    const results = [run({ client: 'a' }), run({ client: 'a' }), run({ client: 'b' })];
    await started(2);
    calls[0]!.fail();
    calls[1]!.complete(2);
    await expect(results[0]).rejects.toThrow('broken');
    await expect(results[1]).rejects.toThrow('broken');
    expect(await results[2]).toMatchObject({ total: 2 });
  });

  test('a query after a change does not join a call from before it', async () => {
    const { calls, run, started, invalidate } = slowSpace();
    const documents = {
      put: async () => ({ accepted: 1, refused: [] }),
      delete: async () => true,
      deleteAll: async () => [],
    };
    const content: SpaceContent = { documents, runs: null, originals: null, thesaurus: null, trainer: null };
    const backend = notifyWrites({ content: async () => content } as unknown as WritableBackend, invalidate);
    const before = run();
    await (await backend.content('zoo', false))!.documents.put([{ id: 'urn:a' }]);
    const after = run();
    await started(2);
    calls[0]!.complete(1);
    calls[1]!.complete(2);
    expect([await before, await after]).toMatchObject([{ total: 1 }, { total: 2 }]);
  });
});
