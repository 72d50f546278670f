/** Load balancers as delivered, before servers that take their time: content of some megabytes passes, once. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { balancers, missingBalancer } from './balancer.fixture.ts';
import { behindBalancer } from './behind-balancer.fixture.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

const megabytes = 3_000_000;
/** Seconds in place of a minute, and for how long servers say nothing. */
const [patience, silence] = [3, 6];

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  /** Servers tell method, path and bytes. */
  const { taken, ask } = behindBalancer(
    name,
    async (request, response, taken) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      taken.push(`${request.method} ${request.url} ${bytes}`);
      await pause(1000 * silence);
      response.end('done');
    },
    patience,
  );

  test.each([
    ['PUT', '/api/spaces/library/thesaurus'],
    ['POST', '/api/spaces/library/documents'],
  ])('%s %s may be long and take long, and is carried out once', async (method, path) => {
    expect(await ask(method, path, 'x'.repeat(megabytes))).toBe(200);
    expect(taken).toEqual([`${method} ${path} ${megabytes}`]);
  });

  test('anything else that takes too long is given up', async () => {
    expect(await ask('POST', '/api/configurations', 'x'.repeat(100))).toBe(504);
    expect(taken).toEqual(['POST /api/configurations 100']);
  });
});
