/** What remote services do wrong, and the adapter survives. */
import { describe, expect, test, vi } from 'vitest';
import { documents, plain } from '../../../test/support/documents.ts';
import { problemOf, remoteZoo, searched } from '../../../test/support/fake-remote-space.ts';
import { withDeadline } from '../with-deadline.ts';

const { standIn, open, spaceOf, content, pathsMet } = remoteZoo();

describe('failures', () => {
  test.each(['errorMessage', 'message', 'responseBase', 'html'] as const)(
    'told as %s are 502, and their words stay in the log',
    async (errors) => {
      await standIn.behave({ errors, failing: { status: 500, path: 'search' } });
      const problem = await problemOf(searched(await spaceOf()));
      expect(problem).toMatchObject({ code: 'bad-gateway' });
      expect(problem.message).toBe('The search space "zoo" could not answer.');
      expect(problem.cause?.message).toMatch(errors === 'html' ? /500/ : /It failed inside/);
    },
  );

  test('an unknown space, an overloaded service, one too slow by its own word', async () => {
    const other = await spaceOf({ searchSpaceId: 'no-such' });
    expect(await problemOf(searched(other))).toMatchObject({ code: 'service-unavailable' });
    for (const [status, code] of [
      [404, 'service-unavailable'],
      [503, 'service-unavailable'],
      [504, 'gateway-timeout'],
      [400, 'bad-gateway'],
    ] as const) {
      await standIn.behave({ failing: { status, path: 'search' } });
      expect(await problemOf(searched(await spaceOf()))).toMatchObject({ code });
    }
  });

  test.each(['no-json', 'no-object', 'huge', 'bomb'] as const)('an answer that is %s is 502', async (how) => {
    await standIn.behave({ odd: { path: 'search', how } });
    const space = await spaceOf({ limit: 1_000_000 });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'bad-gateway' });
  });

  test.each(['hang', 'drip'] as const)('a service that %ss is 504 at the deadline', async (how) => {
    const space = await spaceOf({ deadline: 400 });
    await space.facet('type');
    await standIn.behave({ odd: { path: 'search', how } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'gateway-timeout' });
  });

  test('a redirect is not followed', async () => {
    await standIn.behave({ redirect: '/GraphSearch/api/elsewhere' });
    expect(await problemOf(searched(await spaceOf()))).toMatchObject({ code: 'bad-gateway' });
    expect(await pathsMet()).toEqual(['POST search']);
  });

  test('a client that goes takes its call along', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ odd: { path: 'search', how: 'hang' } });
    const client = new AbortController();
    const asked = problemOf(
      withDeadline({ space: 'zoo', signal: client.signal, deadline: 5000 }, (signal) =>
        space.search(plain, signal),
      ),
    );
    await vi.waitFor(async () => expect(await pathsMet()).toContain('POST search'));
    client.abort();
    await asked;
    await vi.waitFor(async () => expect(await pathsMet()).toContain('LEFT search'));
  });
});

describe('connections that break', () => {
  test('a question is asked once more', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ cut: 1 });
    expect(await searched(space)).toMatchObject({ total: 4 });
    expect(await pathsMet()).toEqual(['CUT search', 'POST search']);
  });

  test('again and again it is 503', async () => {
    const space = await spaceOf();
    await space.facet('type');
    await standIn.behave({ cut: 9 });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
    await standIn.behave({ odd: { path: 'search', how: 'break' } });
    expect(await problemOf(searched(space))).toMatchObject({ code: 'service-unavailable' });
  });

  test('a change is not sent twice', async () => {
    const writer = await content();
    await standIn.behave({ cut: 1 });
    // The document names its language, so nothing needs to be known of the space.
    const problem = await problemOf(writer.documents.put(documents.slice(0, 1)));
    expect(problem).toMatchObject({ code: 'service-unavailable' });
    expect(await pathsMet()).toEqual(['CUT content/update']);
  });
});

describe('a service that keeps failing', () => {
  const options = { guard: { failures: 3, rest: 60_000 } };

  test('is left alone for a while: 503 at once, with the time to come back', async () => {
    const space = await spaceOf(options);
    await space.facet('type');
    await standIn.behave({ failing: { status: 500, path: 'search' } });
    for (let round = 0; round < 3; round += 1) await problemOf(searched(space));
    await standIn.calls();
    const problem = await problemOf(searched(space));
    expect(problem).toMatchObject({ code: 'service-unavailable', headers: { 'Retry-After': '5' } });
    expect(await pathsMet()).toEqual([]);
  });

  test('what is wrong with one question does not count', async () => {
    const space = await spaceOf(options);
    await space.facet('type');
    await standIn.behave({ failing: { status: 400, path: 'search' } });
    for (let round = 0; round < 5; round += 1) await problemOf(searched(space));
    await standIn.behave();
    expect(await searched(space)).toMatchObject({ total: 4 });
  });

  test('is asked whether it lives: an empty answer says yes', async () => {
    const backend = open(options);
    expect(await backend.trouble()).toBeUndefined();
    await standIn.behave({ failing: { status: 500, path: 'heartbeat' } });
    expect(await backend.trouble()).toContain('zoo');
  });
});
