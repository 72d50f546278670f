/** Authorization of the adapter at the remote service. */
import { describe, expect, test } from 'vitest';
import { problemOf, remoteZoo, searched } from '../../test/fake-remote-space.ts';

const { fakeServer, spaceOf, pathsMet } = remoteZoo();

describe('GraphSearch credentials', () => {
  const secret = { client: 'search', secret: 'a:b c%', lifetime: 300 };
  const tokenUrl = () => new URL('oauth/token', fakeServer.url);
  const clientCredentials = () =>
    ({
      type: 'client-credentials',
      tokenUrl: tokenUrl(),
      client: secret.client,
      secret: secret.secret,
    }) as const;
  const tokensFetched = async () => (await pathsMet()).filter((path) => path.includes('token')).length;

  test('sends Basic credentials', async () => {
    await fakeServer.setBehavior({ credentials: { type: 'basic', user: 'ann', password: 'pässword:1' } });
    const credentials = { type: 'basic', user: 'ann', password: 'pässword:1' } as const;
    expect(await searched(await spaceOf({ credentials }))).toMatchObject({ total: 4 });
  });

  test('returns 502 for rejected credentials without repeating them', async () => {
    await fakeServer.setBehavior({ credentials: { type: 'basic', user: 'ann', password: 'right' } });
    const credentials = { type: 'basic', user: 'ann', password: 'wrong-one' } as const;
    const problem = await problemOf(searched(await spaceOf({ credentials })));
    expect(problem).toMatchObject({
      code: 'bad-gateway',
      message: 'The backend of the search space "zoo" failed or returned an invalid response.',
    });
    expect(JSON.stringify(problem.cause, Object.getOwnPropertyNames(problem.cause))).not.toContain(
      'wrong-one',
    );
  });

  test('uses one OAuth 2.0 token for all calls, including concurrent first calls', async () => {
    await fakeServer.setBehavior({ credentials: { type: 'token', ...secret } });
    const space = await spaceOf({ credentials: clientCredentials() });
    await Promise.all([searched(space), searched(space, { input: 'puma' }), space.describe()]);
    await searched(space);
    expect(await tokensFetched()).toBe(1);
  });

  test('renews an expired token and a revoked one', async () => {
    await fakeServer.setBehavior({ credentials: { type: 'token', ...secret, lifetime: 0.0001 } });
    const space = await spaceOf({ credentials: clientCredentials() });
    await space.facets(['type']);
    await fakeServer.calls();
    await searched(space);
    expect(await tokensFetched()).toBe(1);
    await fakeServer.setBehavior({ credentials: { type: 'token', ...secret } });
    await searched(space);
    await fakeServer.revokeTokens();
    await fakeServer.calls();
    expect(await searched(space)).toMatchObject({ total: 4 });
    expect(await pathsMet()).toEqual(['POST search', 'POST /oauth/token', 'POST search']);
  });
});
