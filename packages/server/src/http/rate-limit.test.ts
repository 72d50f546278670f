import { describe, expect, test } from 'vitest';
import type { Server } from '../../test/support/server.ts';
import { directoryForEach } from '../../test/support/service.ts';

const { start } = directoryForEach();
let server: Server;

/** The statuses of one request after another. */
async function statuses(path: string, each: readonly Record<string, string>[]): Promise<number[]> {
  const found: number[] = [];
  for (const headers of each) found.push((await server.call('GET', path, undefined, headers)).status);
  return found;
}

describe('counts a token once, however its header is written', () => {
  test.each(['/api/configurations', '/api/configurations?'])('at the path %s', async (path) => {
    server = await start({ REQUESTS_PER_MINUTE_AND_TOKEN: '1' });
    const written = ['Bearer ', 'bearer ', 'Bearer   ', 'Bearer \t', 'Bearer \xa0', 'Bearer \t \xa0'];
    const found = await statuses(
      path,
      written.map((before) => ({ Authorization: before + server.token })),
    );
    expect(found).toEqual([200, 429, 429, 429, 429, 429]);
  });
});

describe('counts the client address behind a proxy', () => {
  test.each([
    ['with ports', ['192.0.2.1:4711', '192.0.2.1:4712', '192.0.2.1']],
    ['in brackets', ['[2001:db8::1]:4711', '[2001:db8::2]:4712', '2001:db8::3', '[2001:db8::4]']],
    ['with an address from the client before it', ['10.0.0.1, 192.0.2.1', '10.0.0.2, 192.0.2.1:80']],
    ['where it is not an address', ['unknown', '_a:1', '_b:2', '1.2.3.4.5:6', '[x]:7']],
  ])('%s', async (_how, [first, ...others]) => {
    server = await start({ REQUESTS_PER_MINUTE_AND_ADDRESS: '1', TRUSTED_PROXIES: '1' });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    expect(await statuses('/api/configurations', [from(first!)])).toEqual([200]);
    const found = await statuses('/api/configurations', others.map(from));
    expect(found).toEqual(others.map(() => 429));
    expect(await statuses('/api/configurations', [from('198.51.100.7:4711')])).toEqual([200]);
  });
});
