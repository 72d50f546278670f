/** Delivered load balancers in front of slow servers: uploads of several megabytes pass, exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { balancers, missingBalancer } from './balancer.fixture.ts';
import { behindBalancer } from './behind-balancer.fixture.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

const megabytes = 3_000_000;
/** Timeout in seconds instead of a minute, and response time of the servers. */
const [patience, silence] = [1, 3];

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  /** Servers report method, path and body size. */
  const { executed: taken, ask } = behindBalancer(
    name,
    async (request, response, executed) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      executed.push(`${request.method} ${request.url} ${bytes}`);
      await pause(1000 * silence);
      response.end('done');
    },
    patience,
  );

  test.each([
    ['PUT', '/api/spaces/library/thesaurus'],
    ['POST', '/api/spaces/library/documents'],
  ])('%s %s may be large and slow, and is executed once', async (method, path) => {
    expect(await ask(method, path, 'x'.repeat(megabytes))).toBe(200);
    expect(taken).toEqual([`${method} ${path} ${megabytes}`]);
  });

  test('other requests time out', async () => {
    expect(await ask('POST', '/api/configurations', 'x'.repeat(100))).toBe(504);
    expect(taken).toEqual(['POST /api/configurations 100']);
  });
});
