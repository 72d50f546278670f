/** Load balancers as delivered, before servers of which one breaks off: what changes something is never carried out twice. */
import { describe, expect, test } from 'vitest';
import { balancers, missingBalancer } from './balancer.fixture.ts';
import { behindBalancer } from './behind-balancer.fixture.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  /** They tell what they took in full; the first breaks off before its answer. */
  const { taken, ask } = behindBalancer(name, async (request, response, taken) => {
    for await (const _ of request);
    taken.push(`${request.method} ${request.url}`);
    if (taken.length === 1) request.socket.destroy();
    else response.end('done');
  });
  const bodyOf = (method: string) => (method === 'POST' || method === 'PUT' ? '{"config":{}}' : undefined);

  const changes = [
    ['POST', '/api/configurations'],
    ['POST', '/api/configurations/1/set'],
    ['POST', '/api/tokens'],
    ['POST', '/api/spaces/library/documents'],
  ];
  // nginx takes these for what may be repeated, as RFC 9110 does (section 9.2.2).
  const repeatable = [
    ['PUT', '/api/configurations/1'],
    ['DELETE', '/api/tokens/1'],
  ];
  test.each(name === 'HAProxy' ? [...changes, ...repeatable] : changes)(
    '%s %s is carried out once, and the client learns that it is in doubt',
    async (method, path) => {
      expect(await ask(method!, path!, bodyOf(method!))).toBe(502);
      expect(taken).toEqual([`${method} ${path}`]);
    },
  );

  test.each([
    ['GET', '/api/configurations'],
    ['HEAD', '/api/configurations/1'],
    ['POST', '/api/configurations/1/search'],
    ['POST', '/api/configurations/1/extractConcepts'],
  ])('%s %s is asked of another server', async (method, path) => {
    expect(await ask(method, path, bodyOf(method))).toBe(200);
    expect(taken).toEqual([`${method} ${path}`, `${method} ${path}`]);
  });
});
