import type { SearchAnswer, SearchQuery, SearchSpace } from '@semantic-search/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { plain } from '../../test/support/documents.ts';
import type { WritableBackend } from './backend.ts';
import { coalescing } from './coalescing.ts';

/** A backend whose searches answer when told to. */
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
    content: async () => ({ documents, originals: null, thesaurus: null, learner: null }),
    trouble: async () => undefined,
    close: async () => undefined,
  };
  return { asked, backend: coalescing(backend, whoAsks) };
}

describe('identical questions in flight', () => {
  let { asked, backend } = slowBackend();
  let space: SearchSpace;
  beforeEach(async () => {
    ({ asked, backend } = slowBackend());
    space = (await backend.space('zoo'))!;
  });

  test('are answered by one call, whoever asks them', async () => {
    const again = (await backend.space('zoo'))!;
    const answers = [space.search({ ...plain }), again.search({ ...plain })];
    asked[0]!.answer(7);
    expect(await Promise.all(answers)).toMatchObject([{ total: 7 }, { total: 7 }]);
    expect(asked).toHaveLength(1);
  });

  test('fail together, and are asked anew after that', async () => {
    const answers = [space.search(plain), space.search(plain)];
    asked[0]!.fail();
    for (const answer of answers) await expect(answer).rejects.toThrow('broken');
    const next = space.search(plain);
    asked[1]!.answer(1);
    expect(await next).toMatchObject({ total: 1 });
  });

  test('other questions are other calls', () => {
    void space.search(plain);
    void space.search({ ...plain, start: 10 });
    expect(asked).toHaveLength(2);
  });

  test('end when the last who wait have gone, not before', async () => {
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

  test('are apart where those who ask take turns, but for one who asks twice', async () => {
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

  test('do not answer who asks after a change', async () => {
    const before = space.search(plain);
    await (await backend.content('zoo', false))!.documents.put([{ id: 'urn:a' }]);
    const after = space.search(plain);
    asked[0]!.answer(1);
    asked[1]!.answer(2);
    expect([await before, await after]).toMatchObject([{ total: 1 }, { total: 2 }]);
  });
});
