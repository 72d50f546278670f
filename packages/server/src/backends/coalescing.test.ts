import type { SearchQuery, SearchResult, SearchSpace } from '@semantic-search/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { plain } from '../../test/support/documents.ts';
import type { WritableBackend } from './backend.ts';
import { coalescing } from './coalescing.ts';

/** A backend whose searches complete on demand. */
function slowBackend(clientOf?: () => string) {
  const calls: {
    query: SearchQuery;
    signal: AbortSignal;
    complete(total: number): void;
    fail(): void;
  }[] = [];
  const space = {
    search: (query: SearchQuery, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        const complete = (total: number) =>
          resolve({ total, documents: [], facets: [], understood: [] } satisfies SearchResult);
        calls.push({ query, signal, complete, fail: () => reject(new Error('broken')) });
      }),
  } as unknown as SearchSpace;
  const documents = { put: async () => ({ accepted: 1, refused: [] }), delete: async () => true };
  const backend: WritableBackend = {
    names: async () => ['zoo'],
    space: async () => space,
    content: async () => ({ documents, originals: null, thesaurus: null, trainer: null }),
    unavailableReason: async () => undefined,
    close: async () => undefined,
  };
  return { calls, backend: coalescing(backend, clientOf) };
}

describe('coalescing', () => {
  let { calls, backend } = slowBackend();
  let space: SearchSpace;
  beforeEach(async () => {
    ({ calls, backend } = slowBackend());
    space = (await backend.space('zoo'))!;
  });

  test('identical queries in flight share one call', async () => {
    const again = (await backend.space('zoo'))!;
    const results = [space.search({ ...plain }), again.search({ ...plain })];
    calls[0]!.complete(7);
    expect(await Promise.all(results)).toMatchObject([{ total: 7 }, { total: 7 }]);
    expect(calls).toHaveLength(1);
  });

  test('joined queries fail together, and the next query starts a new call', async () => {
    const results = [space.search(plain), space.search(plain)];
    calls[0]!.fail();
    for (const result of results) await expect(result).rejects.toThrow('broken');
    const next = space.search(plain);
    calls[1]!.complete(1);
    expect(await next).toMatchObject({ total: 1 });
  });

  test('different queries are different calls', () => {
    void space.search(plain);
    void space.search({ ...plain, start: 10 });
    expect(calls).toHaveLength(2);
  });

  test('the shared call is aborted only after its last caller has aborted', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [space.search(plain, first.signal), space.search(plain, second.signal)];
    first.abort(new Error('first gone'));
    await expect(results[0]).rejects.toThrow('first gone');
    expect(calls[0]!.signal.aborted).toBe(false);
    second.abort(new Error('second gone'));
    await expect(results[1]).rejects.toThrow('second gone');
    expect(calls[0]!.signal.aborted).toBe(true);
    void space.search(plain);
    expect(calls).toHaveLength(2);
  });

  test('with clientOf, only queries of the same client share a call', async () => {
    let asking = 'a';
    const perClient = slowBackend(() => asking);
    const space = (await perClient.backend.space('zoo'))!;
    const results = [space.search(plain), space.search(plain)];
    asking = 'b';
    results.push(space.search(plain));
    expect(perClient.calls).toHaveLength(2);
    perClient.calls[0]!.fail();
    perClient.calls[1]!.complete(2);
    await expect(results[1]).rejects.toThrow('broken');
    expect(await results[2]).toMatchObject({ total: 2 });
  });

  test('a query after a change does not join a call from before it', async () => {
    const before = space.search(plain);
    await (await backend.content('zoo', false))!.documents.put([{ id: 'urn:a' }]);
    const after = space.search(plain);
    calls[0]!.complete(1);
    calls[1]!.complete(2);
    expect([await before, await after]).toMatchObject([{ total: 1 }, { total: 2 }]);
  });
});
