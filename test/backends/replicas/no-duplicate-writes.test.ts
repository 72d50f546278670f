/** Delivered load balancers in front of a server that breaks off: changes are never executed twice. */
import { describe, expect, test } from 'vitest';
import { balancers, missingBalancer } from './balancer.fixture.ts';
import { behindBalancer } from './behind-balancer.fixture.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  /** Servers report the executed requests; the first one breaks off before its response. */
  const { executed: taken, ask } = behindBalancer(name, async (request, response, executed) => {
    for await (const _ of request);
    executed.push(`${request.method} ${request.url}`);
    if (executed.length === 1) request.socket.destroy();
    else response.end('done');
  });
  const bodyOf = (method: string) => (method === 'POST' || method === 'PUT' ? '{"config":{}}' : undefined);

  const changes = [
    ['POST', '/api/configurations'],
    ['POST', '/api/configurations/1/set'],
    ['POST', '/api/tokens'],
    ['POST', '/api/spaces/library/documents'],
  ];
  // nginx treats these as idempotent (RFC 9110, section 9.2.2).
  const repeatable = [
    ['PUT', '/api/configurations/1'],
    ['DELETE', '/api/tokens/1'],
  ];
  test.each(name === 'HAProxy' ? [...changes, ...repeatable] : changes)(
    '%s %s is executed once, and the client gets 502',
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
  ])('%s %s is retried on another server', async (method, path) => {
    expect(await ask(method, path, bodyOf(method))).toBe(200);
    expect(taken).toEqual([`${method} ${path}`, `${method} ${path}`]);
  });
});
