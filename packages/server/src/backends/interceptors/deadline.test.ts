import { QueryError } from '@semantic-search/engine';
import { describe, expect, it } from 'vitest';
import { plain } from '../../../test/support/documents.ts';
import { limitedQueries } from '../../../test/support/queries.ts';

const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: { code?: string; message: string; cause?: unknown }) => error,
  );
const failing = (error: unknown) =>
  problemOf(limitedQueries({ search: () => Promise.reject(error) }, { name: 'animals' }).search(plain));

describe('the deadline and error interceptors', () => {
  it('return the result', async () => {
    expect(await limitedQueries({ suggest: async () => [] }).suggest({ text: 'a', count: 1 })).toEqual([]);
  });

  it('map an unknown document to 404 and an unknown plugin to 400, with the message of the engine', async () => {
    const unknown = (code: QueryError['code']) => failing(new QueryError(code, 'There are a and b.'));
    expect(await unknown('unknown-document')).toMatchObject({ code: 'not-found' });
    expect(await unknown('unknown-plugin')).toMatchObject({
      code: 'bad-request',
      message: 'There are a and b.',
    });
  });

  it('reject at the deadline even if the adapter ignores the abort', async () => {
    const space = { search: () => new Promise<never>(() => undefined) };
    const problem = await problemOf(limitedQueries(space, { name: 'animals', limit: 20 }).search(plain));
    expect(problem).toMatchObject({ code: 'gateway-timeout' });
    expect(problem?.message).toContain('animals');
  });

  it('hide the cause of a failure and keep it for the log', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:9200');
    const problem = await failing(cause);
    expect(problem).toMatchObject({ code: 'bad-gateway', cause });
    expect(problem?.message).not.toContain('10.0.0.7');
  });

  it('propagate the abort of the client', async () => {
    const client = new AbortController();
    let isAborted = false;
    const search = (_query: unknown, signal?: AbortSignal) => {
      signal!.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise<never>(() => undefined);
    };
    const pending = limitedQueries({ search }, { signal: client.signal }).search(plain);
    await Promise.resolve();
    client.abort();
    expect(await problemOf(pending)).toMatchObject({ code: 'bad-request' });
    expect(isAborted).toBe(true);
  });
});
