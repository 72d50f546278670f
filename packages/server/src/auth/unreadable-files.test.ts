/** If its token or key file becomes unreadable, a running server continues with its loaded state and reports it. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { servedForEach } from '../../test/support/service.ts';

const server = servedForEach();

beforeEach(async () => {
  await server.call('POST', '/api/configurations', { config: { title: 'One' } });
});

const faults: [string, (path: string) => Promise<unknown>][] = [
  ['is damaged', (path) => writeFile(path, '{"revoked":[')],
  ['is gone', (path) => rm(path)],
  ['cannot be read', (path) => rm(path).then(() => mkdir(path))],
];

const readiness = async () => (await server.call('GET', '/ready')).body.parts?.tokens;

describe.each(['tokens.json', 'keys.json'])('an unreadable %s', (name) => {
  test.each(faults)(
    '%s: requests still work, revoked tokens are rejected, and /ready names the component',
    async (_how, fault) => {
      const { access, publishable } = server.issuer;
      await publishable({ name: 'page', configurations: [1], lifetime: 60 });
      const revoked = await access({ subject: 'ann', scopes: ['configurations:read'], lifetime: 60 });
      const statuses = async () =>
        Promise.all(
          [server.token, revoked.token].flatMap((token) =>
            ['/api/configurations', '/api/configurations?'].map(async (path) => {
              const headers = { Authorization: `Bearer ${token}`, Origin: 'https://example.org' };
              return (await server.call('GET', path, undefined, headers)).status;
            }),
          ),
        );
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      await server.tokens.revoke(revoked.jti);
      const path = join(server.directory, name);
      const intact = await readFile(path);
      await fault(path);
      await expect.poll(readiness).toBe('not ready');
      expect(await statuses()).toEqual([200, 200, 401, 401]);
      await rm(path, { recursive: true, force: true });
      await writeFile(path, intact);
      await expect.poll(readiness).toBe('ready');
      expect(await statuses()).toEqual([200, 200, 401, 401]);
    },
  );
});
