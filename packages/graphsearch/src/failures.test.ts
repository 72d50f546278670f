/** Failures of the remote service and how the adapter reports them. */
import { describe, expect, test, vi } from 'vitest';
import { documents, plain } from '../../server/test/support/documents.ts';
import { limitedQueries } from '../../server/test/support/queries.ts';
import { problemOf, remoteZoo, searched } from '../test/fake-remote-space.ts';

const { fakeServer, open, spaceOf, content, pathsMet } = remoteZoo();

describe('GraphSearch failures', () => {
  test.each(['errorMessage', 'message', 'responseBase', 'html'] as const)(
    'an error as %s leads to 502, and its message only appears in the log',
    async (errors) => {
      await fakeServer.setBehavior({ errors, failing: { status: 500, path: 'search' } });
      const problem = await problemOf(searched(await spaceOf()));
      expect(problem).toMatchObject({ code: 'bad-gateway' });
      expect(problem.message).toBe(
        'The backend of the search space "zoo" failed or returned an invalid response.',
      );
      expect(problem.cause?.message).toMatch(errors === 'html' ? /500/ : /It failed inside/);
    },
  );

  test('maps an unknown space, overload and a gateway timeout to 503 and 504', async () => {
    const other = await spaceOf({ searchSpaceId: 'no-such' });
    expect(await problemOf(searched(other))).toMatchObject({ code: 'service-unavailable' });
    for (const [status, code] of [
      [404, 'service-unavailable'],
      [503, 'service-unavailable'],
      [504, 'gateway-timeout'],
      [400, 'bad-gateway'],
    ] as const) {
      await fakeServer.setBehavior({ failing: { status, path: 'search' } });
      expect(await problemOf(searched(await spaceOf()))).toMatchObject({ code });
    }
  });

  test.each(['no-json', 'no-object', 'huge', 'bomb'] as const)(
    'a response that is %s leads to 502',
    async (how) => {
      await fakeServer.setBehavior({ odd: { path: 'search', how } });
      const space = await spaceOf({ maxBodyBytes: 1_000_000 });
      expect(await problemOf(searched(space))).toMatchObject({ code: 'bad-gateway' });
    },
  );

  test('keeps the address of a call, which contains the query, out of the log', async () => {
    await fakeServer.setBehavior({ odd: { path: 'search', how: 'no-json' } });
    const problem = await problemOf(searched(await spaceOf()));
    expect(problem.cause?.message).toBe('Status 200, but the body is not JSON.');
  });

  test.each(['hang', 'drip'] as const)('a service that %ss leads to 504 at the deadline', async (how) => {
    const space = await spaceOf({ deadlineMs: 400 });
    await space.facets(['type']);
    await fakeServer.setBehavior({ odd: { path: 'search', how } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'gateway-timeout' });
  });

  test('does not follow redirects', async () => {
    await fakeServer.setBehavior({ redirect: '/GraphSearch/api/elsewhere' });
    const problem = await problemOf(searched(await spaceOf()));
    expect(problem).toMatchObject({ code: 'bad-gateway' });
    expect(problem.cause?.message).toBe('Redirects (307) are not followed.');
    expect(await pathsMet()).toEqual(['POST search']);
  });

  test('aborts the call when the client disconnects', async () => {
    const space = await spaceOf();
    await space.facets(['type']);
    await fakeServer.setBehavior({ odd: { path: 'search', how: 'hang' } });
    const client = new AbortController();
    const pending = problemOf(
      limitedQueries((await open().space('zoo'))!, { signal: client.signal, limit: 5000 }).search(plain),
    );
    await vi.waitFor(async () => expect(await pathsMet()).toContain('POST search'));
    client.abort();
    await pending;
    await vi.waitFor(async () => expect(await pathsMet()).toContain('LEFT search'));
  });
});

describe('broken connections', () => {
  test('a query is retried once after a broken connection', async () => {
    const space = await spaceOf();
    await space.facets(['type']);
    await fakeServer.setBehavior({ cut: 1 });
    expect(await searched(space)).toMatchObject({ total: 4 });
    expect(await pathsMet()).toEqual(['CUT search', 'POST search']);
  });

  test('repeated broken connections lead to 503', async () => {
    const space = await spaceOf();
    await space.facets(['type']);
    await fakeServer.setBehavior({ cut: 9 });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
    await fakeServer.setBehavior({ odd: { path: 'search', how: 'break' } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
  });

  test('a change is not sent twice after a broken connection', async () => {
    const writer = await content();
    await fakeServer.setBehavior({ cut: 1 });
    // The document has a language, so the adapter needs no metadata of the space.
    const problem = await problemOf(writer.documents.put(documents.slice(0, 1)));
    expect(problem).toMatchObject({ code: 'service-unavailable' });
    expect(await pathsMet()).toEqual(['CUT content/update']);
  });
});

test('the health check accepts any heartbeat response, and needs no token', async () => {
  const tokenUrl = new URL('http://127.0.0.1:1/token');
  const credentials = { type: 'client-credentials', tokenUrl, client: 'a', secret: 'b' } as const;
  const backend = open({ credentials });
  expect(await backend.unavailableReason()).toBeUndefined();
  await fakeServer.setBehavior({ odd: { path: 'heartbeat', how: 'no-json' } });
  expect(await backend.unavailableReason()).toBeUndefined();
  await fakeServer.setBehavior({ failing: { status: 500, path: 'heartbeat' } });
  expect(await backend.unavailableReason()).toContain('zoo');
});
