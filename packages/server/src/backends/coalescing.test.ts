import type { SearchAnswer, SearchQuery, SearchSpace } from '@semantic-search/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { plain } from '../../test/support/documents.ts';
import type { WritableBackend } from './backend.ts';
import { coalescing } from './coalescing.ts';

/** A backend whose searches complete on demand. */
function slowBackend(whoAsks?: () => string) {
  const asked: {
    question: SearchQuery;
    signal: AbortSignal;
    answer(total: number): void;
    fail(): void;
  }[] = [];
  const space = {
    search: (question: SearchQuery, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        const answer = (total: number) =>
          resolve({ total, documents: [], facets: [], understood: [] } satisfies SearchAnswer);
        asked.push({ question, signal, answer, fail: () => reject(new Error('broken')) });
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
  return { asked, backend: coalescing(backend, whoAsks) };
}

describe('coalescing', () => {
  let { asked, backend } = slowBackend();
  let space: SearchSpace;
  beforeEach(async () => {
    ({ asked, backend } = slowBackend());
    space = (await backend.space('zoo'))!;
  });

  test('identical queries in flight share one call', async () => {
    const again = (await backend.space('zoo'))!;
    const answers = [space.search({ ...plain }), again.search({ ...plain })];
    asked[0]!.answer(7);
    expect(await Promise.all(answers)).toMatchObject([{ total: 7 }, { total: 7 }]);
    expect(asked).toHaveLength(1);
  });

  test('joined queries fail together, and the next query starts a new call', async () => {
    const answers = [space.search(plain), space.search(plain)];
    asked[0]!.fail();
    for (const answer of answers) await expect(answer).rejects.toThrow('broken');
    const next = space.search(plain);
    asked[1]!.answer(1);
    expect(await next).toMatchObject({ total: 1 });
  });

  test('different queries are different calls', () => {
    void space.search(plain);
    void space.search({ ...plain, start: 10 });
    expect(asked).toHaveLength(2);
  });

  test('the shared call is aborted only after its last caller has aborted', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [space.search(plain, first.signal), space.search(plain, second.signal)];
    first.abort(new Error('first gone'));
    await expect(answers[0]).rejects.toThrow('first gone');
    expect(asked[0]!.signal.aborted).toBe(false);
    second.abort(new Error('second gone'));
    await expect(answers[1]).rejects.toThrow('second gone');
    expect(asked[0]!.signal.aborted).toBe(true);
    void space.search(plain);
    expect(asked).toHaveLength(2);
  });

  test('with clientOf, only queries of the same client share a call', async () => {
    let asking = 'a';
    const apart = slowBackend(() => asking);
    const line = (await apart.backend.space('zoo'))!;
    const answers = [line.search(plain), line.search(plain)];
    asking = 'b';
    answers.push(line.search(plain));
    expect(apart.asked).toHaveLength(2);
    apart.asked[0]!.fail();
    apart.asked[1]!.answer(2);
    await expect(answers[1]).rejects.toThrow('broken');
    expect(await answers[2]).toMatchObject({ total: 2 });
  });

  test('a query after a change does not join a call from before it', async () => {
    const before = space.search(plain);
    await (await backend.content('zoo', false))!.documents.put([{ id: 'urn:a' }]);
    const after = space.search(plain);
    asked[0]!.answer(1);
    asked[1]!.answer(2);
    expect([await before, await after]).toMatchObject([{ total: 1 }, { total: 2 }]);
  });
});
