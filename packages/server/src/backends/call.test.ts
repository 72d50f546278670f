import { QueryError, type SearchQuery, type SearchResult, type SearchSpace } from '@semantic-search/engine';
import type { LocalBackend, SpaceContent } from '@semantic-search/engine/backend';
import { BackendError } from '@semantic-search/engine/backend';
import { describe, expect, it, test } from 'vitest';
import { plain } from '../../test/support/documents.ts';
import { limitedQueries } from '../../test/support/queries.ts';
import type { ProblemError } from '../errors/problem.ts';
import { backendCalls, type CallOptions } from './call.ts';
import { queries } from './space-queries.ts';
import { withProblems } from './with-problems.ts';

const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: ProblemError) => error,
  );
const result = (total: number): SearchResult => ({
  total,
  documents: [],
  facets: [],
  recognizedConcepts: [],
});

/** A space whose searches complete on demand. */
function slowSpace(options: Partial<CallOptions> = {}) {
  const calls: { input: string; signal: AbortSignal; complete(total: number): void; fail(): void }[] = [];
  const search = ({ input }: SearchQuery, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      const complete = (total: number) => resolve(result(total));
      calls.push({ input, signal, complete, fail: () => reject(new Error('broken')) });
    });
  const space = { search } as unknown as SearchSpace;
  const { execute, endSharing } = backendCalls({ backend: { space: async () => space }, ...options });
  const run = ({ client = '', signal = new AbortController().signal, query = plain } = {}) =>
    queries(execute, { space: 'zoo', client, signal, deadline: performance.now() + 60_000 }).search(query);
  /** Calls that have reached the space. */
  const started = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { calls, run, started, endSharing };
}

const different = (index: number) => ({ ...plain, input: `puma ${index}` });

describe('a call of a backend', () => {
  const failing = (error: unknown) =>
    problemOf(limitedQueries({ search: () => Promise.reject(error) }, { name: 'animals' }).search(plain));

  it('returns the result', async () => {
    expect(await limitedQueries({ suggest: async () => [] }).suggest({ text: 'a', count: 1 })).toEqual([]);
  });

  it('maps an unknown document to 404 and an unknown plugin to 400, with the message of the engine', async () => {
    const unknown = (code: QueryError['code']) => failing(new QueryError(code, 'There are a and b.'));
    expect(await unknown('unknown-document')).toMatchObject({ code: 'not-found' });
    expect(await unknown('unknown-plugin')).toMatchObject({
      code: 'bad-request',
      message: 'There are a and b.',
    });
  });

  it('rejects at the deadline even if the adapter ignores the abort', async () => {
    const space = { search: () => new Promise<never>(() => undefined) };
    const problem = await problemOf(limitedQueries(space, { name: 'animals', limit: 20 }).search(plain));
    expect(problem).toMatchObject({ code: 'gateway-timeout' });
    expect(problem?.message).toContain('animals');
  });

  it('hides the cause of a failure and keeps it for the log', async () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.7:9200');
    const problem = await failing(cause);
    expect(problem).toMatchObject({ code: 'bad-gateway', cause });
    expect(problem?.message).not.toContain('10.0.0.7');
  });

  it('passes the abort of the client on', async () => {
    const { calls, run, started } = slowSpace();
    const client = new AbortController();
    const pending = problemOf(run({ signal: client.signal }));
    await started(1);
    client.abort();
    expect(await pending).toMatchObject({ code: 'bad-request' });
    expect(calls[0]!.signal.aborted).toBe(true);
  });
});

describe('coalescing', () => {
  test('equal queries in flight of different clients share one call', async () => {
    const { calls, run, started } = slowSpace();
    const results = [run({ client: 'a' }), run({ client: 'b', query: { ...plain } })];
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
    for (const pending of results) await expect(pending).rejects.toMatchObject({ code: 'bad-gateway' });
    const next = run();
    await started(2);
    calls[1]!.complete(1);
    expect(await next).toMatchObject({ total: 1 });
  });

  test('the shared call is aborted only after its last caller has aborted', async () => {
    const { calls, run, started } = slowSpace();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [run({ signal: first.signal }), run({ signal: second.signal })].map(problemOf);
    await started(1);
    first.abort(new Error('first gone'));
    expect(await results[0]).toMatchObject({ code: 'bad-request' });
    expect(calls[0]!.signal.aborted).toBe(false);
    second.abort(new Error('second gone'));
    expect(await results[1]).toMatchObject({ code: 'bad-request' });
    expect(calls[0]!.signal.aborted).toBe(true);
    const next = problemOf(run());
    await started(2);
    calls[1]!.complete(1);
    await next;
  });

  test('a query after a change does not join a call from before it', async () => {
    const { calls, run, started, endSharing } = slowSpace();
    const documents = {
      put: async () => ({ accepted: 1, refused: [] }),
      delete: async () => true,
      deleteAll: async () => [],
    };
    const content = { documents } as Partial<SpaceContent>;
    const backend = withProblems({ content: async () => content } as unknown as LocalBackend, endSharing);
    const before = run();
    await (await backend.content('zoo'))!.documents.put([{ id: 'urn:a' }]);
    const after = run();
    await started(2);
    calls[0]!.complete(1);
    calls[1]!.complete(2);
    expect([await before, await after]).toMatchObject([{ total: 1 }, { total: 2 }]);
  });
});

describe('the limits of a space', () => {
  const remoteCalls = new Map([['zoo', 4]]);

  test('a full queue returns 503 with Retry-After, and its length is a metric', async () => {
    let queueLength = () => -1;
    const metrics = {
      backend: () => undefined,
      waiting: (_labels: object, count: () => number) => {
        queueLength = count;
      },
    };
    const { calls, run, started } = slowSpace({ remoteCalls, metrics });
    // Two of the four slots are for this client, and 16 calls wait.
    const numbers = Array.from({ length: 18 }, (_, index) => index);
    const pending = numbers.map((index) => run({ client: 'a', query: different(index) }));
    await started(2);
    expect(queueLength()).toBe(16);
    expect(await problemOf(run({ client: 'a', query: different(18) }))).toMatchObject({
      code: 'service-unavailable',
      headers: { 'Retry-After': '1' },
    });
    for (const done of numbers) {
      await expect.poll(() => calls.length).toBeGreaterThan(done);
      calls[done]!.complete(done);
    }
    expect((await Promise.all(pending)).map(({ total }) => total)).toEqual(numbers);
    expect(queueLength()).toBe(0);
  });

  test('a client with one query does not wait behind a client with many', async () => {
    const { calls, run, started } = slowSpace();
    const gone = new AbortController();
    const many = Array.from({ length: 60 }, (_, index) =>
      problemOf(run({ client: 'much', query: different(index), signal: gone.signal })),
    );
    await started(4);
    const little = run({ client: 'little', query: different(60) });
    await started(5);
    expect(calls[4]!.input).toBe('puma 60');
    calls[4]!.complete(1);
    expect(await little).toMatchObject({ total: 1 });
    gone.abort();
    await Promise.all(many);
  });

  test('extractions run one at a time, and an aborted one does not block the next', async () => {
    const ends: (() => void)[] = [];
    const space = {
      extract: (_query: unknown, signal: AbortSignal) =>
        new Promise((resolve, reject) => {
          ends.push(() => resolve([]));
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    } as unknown as SearchSpace;
    const { execute } = backendCalls({ backend: { space: async () => space } });
    const extract = (text: string, signal = new AbortController().signal) =>
      queries(execute, { space: 'zoo', client: 'a', signal, deadline: performance.now() + 60_000 }).extract({
        text,
        count: 1,
      });
    const gone = new AbortController();
    const aborted = problemOf(extract('one', gone.signal));
    const next = extract('two');
    await expect.poll(() => ends.length).toBe(1);
    gone.abort();
    await aborted;
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!();
    expect(await next).toEqual([]);
  });
});

describe('the circuit of a remote space', () => {
  const remoteCalls = new Map([['zoo', 4]]);
  const failing = (error: () => unknown) => {
    let calls = 0;
    const search = () => {
      calls += 1;
      return Promise.reject(error());
    };
    const backend = { space: async () => ({ search }) as unknown as SearchSpace };
    const { execute } = backendCalls({ backend, remoteCalls });
    const { signal } = new AbortController();
    const run = () =>
      problemOf(
        queries(execute, { space: 'zoo', client: '', signal, deadline: performance.now() + 5000 }).search(
          plain,
        ),
      );
    return { run, calls: () => calls };
  };

  test('opens after five failures of the service: returns 503 with Retry-After without a call', async () => {
    const { run, calls } = failing(() => new BackendError('server-error', 'down'));
    for (let round = 0; round < 5; round += 1) expect(await run()).toMatchObject({ code: 'bad-gateway' });
    expect(await run()).toMatchObject({ code: 'service-unavailable', headers: { 'Retry-After': '5' } });
    expect(calls()).toBe(5);
  });

  test('stays closed after errors of single queries', async () => {
    const { run, calls } = failing(() => new BackendError('rejected', 'wrong'));
    for (let round = 0; round < 7; round += 1) expect(await run()).toMatchObject({ code: 'bad-gateway' });
    expect(calls()).toBe(7);
  });
});
